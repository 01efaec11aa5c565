/** Operators of other engines that are not supported here. */
import { unsupportedNames } from '../name-record.ts';

/** Operators of other engines that are refused here, with the reason. */
export const refusedOperators = unsupportedNames({
  fuzzyHash: 'Fuzzy hashes need a native library, and their cost is not linear in the input.',
  gsbLookup: 'The list format of Google Safe Browsing that it reads no longer exists.',
  inspectFile: 'Running a program on request data inside a proxy is not safe.',
  rsub: 'Requests are inspected, never rewritten.',
  validateDTD:
    'A DTD can read files and the network and expand entities without limit; use @rx and XML:/... on the parsed body.',
  validateHash: 'Response rewriting is not supported, so there are no hashes to validate.',
  validateSchema:
    'The cost of validating a schema has no limit (patterns backtrack, references recurse); validate in the application, or test members of ARGS and XML:/... .',
});

/** Operators of other engines that never run here, with the reason. A rule with one of them never matches. */
export const skippedOperators = unsupportedNames({
  rbl: 'A name server query for each request stalls the proxy; use @ipMatchFromFile.',
});
