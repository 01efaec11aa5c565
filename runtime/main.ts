/** Entry of dist/proxy.js: environment in, exit code out. */
import { bundledProfiles } from './proxy/bundled-profiles.ts';
import { main } from './proxy/process/main.ts';

await main(process.env, bundledProfiles);
