/**
 * The operators by name: what the compiler's table of operators refers to and emitted code imports. An operator takes
 * the transformed value and its argument as the compiler prepares it (text, number, phrase automaton, address set, ...).
 * It returns whether the value matches; a function `...Captures` returns what the action `capture` stores as TX.0,
 * TX.1, ..., or undefined without a match. A group that did not take part in the match is "".
 */

export { backtrack, backtrackCaptures } from './backtrack.ts';
export { eq, ge, gt, le, lt } from './compare.ts';
export { detectSqli, detectSqliCaptures } from './detect-sqli.ts';
export { detectXss, detectXssCaptures } from './detect-xss.ts';
export { expandedRx, expandedRxCaptures, expandedRxGlobalCaptures } from './expanded-rx.ts';
export { geoLookup, geoLookupCaptures } from './geo-lookup.ts';
export { ipMatch } from './ip-match.ts';
export { pm, pmCaptures } from './phrase-match.ts';
export { restpath, restpathParameters } from './restpath.ts';
export { rx, rxCaptures, rxGlobalCaptures, rxWholeCaptures } from './rx.ts';
export { rxBacktracking, rxBacktrackingCaptures } from './rx-backtracking.ts';
export {
  beginsWith,
  contains,
  containsWord,
  endsWith,
  streq,
  strmatch,
  within,
} from './text.ts';
export { noMatch, unconditionalMatch } from './unconditional.ts';
export { validateByteRange } from './validate-byte-range.ts';
export { validateNid, validateNidCaptures } from './validate-nid.ts';
export { validateUrlEncoding } from './validate-url-encoding.ts';
export { validateUtf8Encoding } from './validate-utf8-encoding.ts';
export { verifyCC, verifyCCCaptures } from './verify-cc.ts';
export { verifyCPF, verifyCPFCaptures } from './verify-cpf.ts';
export { verifySSN, verifySSNCaptures } from './verify-ssn.ts';
export { verifySVNR, verifySVNRCaptures } from './verify-svnr.ts';
