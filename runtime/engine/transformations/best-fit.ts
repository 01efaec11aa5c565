/** Which ASCII characters Windows puts in place of others: the best fit of code page 20127 (US-ASCII). */

/** ASCII character, and those from U+0100 on that become it. Full-width forms are `lowByte`'s. */
const FITS: readonly (readonly [ascii: string, others: string])[] = [
  [' ', '\u2000\u2001\u2002\u2003\u2004\u2005\u2006'],
  ['"', 'ʺ\u030e“”„'],
  ["'", 'ʹʼˈ‘’′'],
  [',', '‚'],
  ['-', '‐‑–—'],
  ['.', '•…'],
  ['<', '‹'],
  ['>', '›'],
  ['A', 'ĀĂĄǍǞ'],
  ['C', 'ĆĈĊČ'],
  ['D', 'ĎĐƉ'],
  ['E', 'ĒĔĖĘĚ'],
  ['F', 'Ƒ'],
  ['G', 'ĜĞĠĢǤǦ'],
  ['H', 'ĤĦ'],
  ['I', 'ĨĪĬĮİƗǏ'],
  ['J', 'Ĵ'],
  ['K', 'ĶǨ'],
  ['L', 'ĹĻĽŁ'],
  ['N', 'ŃŅŇ'],
  ['O', 'ŌŎŐŒƟƠǑǪǬ'],
  ['R', 'ŔŖŘ'],
  ['S', 'ŚŜŞŠ'],
  ['T', 'ŢŤŦƮ™'],
  ['U', 'ŨŪŬŮŰŲƯǓǕǗǙǛ'],
  ['W', 'Ŵ'],
  ['Y', 'ŶŸ'],
  ['Z', 'ŹŻŽ'],
  ['^', '˄ˆ\u0302'],
  ['_', 'ˍ\u0331\u0332'],
  ['`', 'ˋ\u0300‵'],
  ['a', 'āăąǎǟ'],
  ['b', 'ƀ'],
  ['c', 'ćĉċč'],
  ['d', 'ďđ'],
  ['e', 'ēĕėęě'],
  ['f', 'ƒ'],
  ['g', 'ĝğġģǥǧɡ'],
  ['h', 'ĥħ'],
  ['i', 'ĩīĭįıǐ'],
  ['j', 'ĵǰ'],
  ['k', 'ķǩ'],
  ['l', 'ĺļľłƚ'],
  ['n', 'ńņň'],
  ['o', 'ōŏőœơǒǫǭ'],
  ['r', 'ŕŗř'],
  ['s', 'śŝşš'],
  ['t', 'ţťŧƫ'],
  ['u', 'ũūŭůűųưǔǖǘǚǜ'],
  ['w', 'ŵ'],
  ['y', 'ŷ'],
  ['z', 'żžƶ'],
  ['~', '˜\u0303'],
];

const BY_CODE: ReadonlyMap<number, number> = new Map(
  FITS.flatMap(([ascii, others]) =>
    [...others].map((other) => [other.charCodeAt(0), ascii.charCodeAt(0)] as const),
  ),
);

/** The ASCII code for a code point from 0100 to FFFF; undefined: none. */
export function asciiBestFit(code: number): number | undefined {
  return BY_CODE.get(code);
}
