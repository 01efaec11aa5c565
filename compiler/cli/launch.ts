#!/usr/bin/env node
/** What dist/portcullis.mjs begins with: the command line is loaded only when this Node can run it. */
import { nodeProblem } from '../../runtime/proxy/process/node-version.ts';

const USAGE_ERROR = 2;

const problem = nodeProblem(process.versions.node);
if (problem === undefined) {
  // Without await at the top level, which Node 12 cannot parse.
  void import('./main.ts');
} else {
  console.error(`error: ${problem}`);
  process.exitCode = USAGE_ERROR;
}
