/** Operators by the vectors' names: argument and value in, verdict out. Add a row to plug one in. */
import { entryOf } from '#compiler/2-resolve/data-files.ts';
import { loadByteSet } from '#engine/bytes/byte-set.ts';
import { parseInteger } from '#engine/bytes/parse-integer.ts';
import {
  beginsWith,
  contains,
  containsWord,
  detectSqli,
  detectXss,
  endsWith,
  eq,
  ge,
  gt,
  ipMatch,
  le,
  lt,
  noMatch,
  pm,
  streq,
  strmatch,
  unconditionalMatch,
  validateByteRange,
  validateUrlEncoding,
  validateUtf8Encoding,
  verifyCC,
  verifyCPF,
  verifySSN,
  verifySVNR,
  within,
} from '#engine/operators/index.ts';
import { loadIpSet, parseIpList } from '#engine/operators/ip-set.ts';
import type { Parsed } from '#engine/operators/parsed.ts';
import { loadPhrases } from '#engine/operators/phrase-match.ts';
import { parseByteRanges } from '#engine/operators/validate-byte-range.ts';
import { parsePhrases } from '#engine/text-search/phrase-list.ts';
import { regexSpan } from './regex-span.ts';
import { readDataFile } from './vectors.ts';

/** `Refused`: the argument is an error for its author, so that no rule is made of it. */
type Verdict = boolean | 'Refused';

export const VECTOR_OPERATORS: ReadonlyMap<string, (argument: string, value: string) => Verdict> =
  new Map([
    ['beginswith', (argument, value) => beginsWith(value, argument)],
    ['contains', (argument, value) => contains(value, argument)],
    ['containsword', (argument, value) => containsWord(value, argument)],
    ['detectsqli', (_, value) => detectSqli(value)],
    ['detectxss', (_, value) => detectXss(value)],
    ['endswith', (argument, value) => endsWith(value, argument)],
    ['eq', (argument, value) => eq(value, parseInteger(argument))],
    ['ge', (argument, value) => ge(value, parseInteger(argument))],
    ['gt', (argument, value) => gt(value, parseInteger(argument))],
    [
      'ipmatch',
      (argument, value) =>
        ifParsed(parseIpList(argument), (list) => ipMatch(value, loadIpSet(list))),
    ],
    ['le', (argument, value) => le(value, parseInteger(argument))],
    ['lt', (argument, value) => lt(value, parseInteger(argument))],
    ['nomatch', (_, value) => noMatch(value)],
    ['pm', (argument, value) => pm(value, loadPhrases(parsePhrases(argument)))],
    ['pmfromfile', (argument, value) => pm(value, loadPhrases(phrasesIn(readDataFile(argument))))],
    ['streq', (argument, value) => streq(value, argument)],
    ['strmatch', (argument, value) => strmatch(value, argument)],
    ['unconditionalmatch', (_, value) => unconditionalMatch(value)],
    [
      'validatebyterange',
      (argument, value) =>
        ifParsed(parseByteRanges(argument), (ranges) =>
          validateByteRange(value, loadByteSet(ranges)),
        ),
    ],
    ['validateurlencoding', (_, value) => validateUrlEncoding(value)],
    ['validateutf8encoding', (_, value) => validateUtf8Encoding(value)],
    ['verifycc', (argument, value) => verifyCC(value, regexSpan(argument))],
    ['verifycpf', (argument, value) => verifyCPF(value, regexSpan(argument))],
    ['verifyssn', (argument, value) => verifySSN(value, regexSpan(argument))],
    ['verifysvnr', (argument, value) => verifySVNR(value, regexSpan(argument))],
    ['within', (argument, value) => within(value, argument)],
  ]);

function ifParsed<Value>(parsed: Parsed<Value>, verdict: (value: Value) => boolean): Verdict {
  return parsed.kind === 'Ok' ? verdict(parsed.value) : 'Refused';
}

function phrasesIn(text: string): readonly string[] {
  const entries = text.split('\n').map(entryOf);
  return entries.filter((entry) => entry !== '');
}
