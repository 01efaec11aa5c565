/** The process of dist/proxy.js: everything it does is decided by environment variables. */
import './require-node.ts';
import { bundledProfiles } from './proxy/bundled-profiles.ts';
import { main } from './proxy/process/main.ts';

// The bundle is CommonJS, which has no top-level await.
void main(process.env, bundledProfiles);
