#!/usr/bin/env node
/** The start of dist/portcullis.mjs. It loads the command line only when this version of Node can run it. */
import { nodeProblem } from '#proxy/process/node-version.ts';

const USAGE_ERROR = 2;

const problem = nodeProblem(process.versions.node);
if (problem === undefined) {
  // No await at the top level, because Node 12 cannot parse it.
  void import('./main.ts');
} else {
  console.error(`error: ${problem}`);
  process.exitCode = USAGE_ERROR;
}
