/** Formats the worst-case run as text. */
import { countNoun } from '#compiler/count-noun.ts';
import { formatTable } from '../../../output/table.ts';
import { formatTime } from '../format.ts';
import { SIZES, type WorstString, type WorstStrings } from './measure-expressions.ts';
import type { WorstRequests } from './measure-requests.ts';
import { perByte, SHAPE_SIZE, type WorstShapes } from './measure-shapes.ts';
import type { WorstReport } from './measure-worst.ts';

export function showWorst({ alone, carried, shapes }: WorstReport): string {
  const strings = `${showStrings(alone)}\n\n${showRequests(carried)}`;
  return shapes === undefined ? strings : `${strings}\n\n${showShapes(shapes)}`;
}

const COLUMNS = [
  'family',
  ...SIZES.flatMap((size) => [`${size >> 10} KB first`, 'warm']),
  'twice the text',
];

function showStrings(alone: WorstStrings): string {
  const { screened, expressions, measured, longest, strings } = alone;
  const worst = ['longest of all', '', ...longest.flatMap(showTimes)];
  return [
    `Adversarial strings, matcher alone: ${countNoun(screened, 'string')} for ${countNoun(expressions, 'expression')},`,
    `the worst ${measured} of them at all sizes`,
    formatTable([
      ['rules', ...COLUMNS],
      ...strings.map((string) => [rulesOf(string), ...cellsOf(string)]),
      worst,
    ]),
  ].join('\n');
}

function showRequests({ screened, requests }: WorstRequests): string {
  return [
    `Adversarial strings in whole requests: the worst of ${screened} requests`,
    formatTable([
      ['carrier, rules', ...COLUMNS],
      ...requests.map((each) => [`${each.carrier} ${rulesOf(each)}`, ...cellsOf(each)]),
    ]),
  ].join('\n');
}

function showShapes({ screened, requests }: WorstShapes): string {
  return [
    `Requests of ${SHAPE_SIZE >> 10} KB by their shape, with 16 KB of it in headers at most: the worst of ${screened}`,
    formatTable([
      ['shape, filled with', 'KB', 'first', 'warm', 'ms/KB'],
      ...requests.map((each) => [
        `${each.shape}, ${each.filling}`,
        (each.bytes / 1024).toFixed(0),
        formatTime(each.first),
        formatTime(each.warm),
        ((perByte(each) * 1024) / 1000).toFixed(2),
      ]),
    ]),
  ].join('\n');
}

function rulesOf({ rules }: WorstString): string {
  const [first, ...others] = rules;
  return others.length === 0 ? String(first) : `${first} +${others.length}`;
}

function cellsOf({ family, times, doubling }: WorstString): readonly string[] {
  const cells = SIZES.map((size) => times.find((each) => each.size === size)).flatMap((each) =>
    each === undefined ? ['', ''] : showTimes(each),
  );
  return [family, ...cells, `${doubling.toFixed(2)} x`];
}

function showTimes({ first, warm }: { readonly first: number; readonly warm: number }) {
  return [formatTime(first), formatTime(warm)];
}
