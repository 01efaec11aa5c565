/** Operators of other engines that are not supported here. */
import { unsupportedNames } from '../name-record.ts';

/** Operators of other engines that are refused here, with the reason. */
export const refusedOperators = unsupportedNames({
  fuzzyHash: 'Fuzzy hashes need a native library and are not linear in the input.',
  gsbLookup: 'The Google Safe Browsing list format it reads no longer exists.',
  inspectFile: 'Running a program on request data inside a proxy is not safe.',
  rsub: 'Requests are inspected, never rewritten.',
  validateDTD:
    'A DTD reads files and the network and grows entities without bound; use @rx and XML:/... on the parsed body.',
  validateHash: 'Response rewriting is not supported, so there are no hashes to validate.',
  validateSchema:
    'A schema is a program of its own whose cost no rule bounds (patterns backtrack, references recurse); let the application validate, or test members of ARGS and XML:/... .',
});

/** Operators of other engines that never run here, with the reason. A rule with one of them never matches. */
export const skippedOperators = unsupportedNames({
  rbl: 'A name server query for each request stalls the proxy; use @ipMatchFromFile.',
});
