/**
 * The bytes that replace characters: the best fit of Windows code pages. Page 20127 (US-ASCII) is built in;
 * `SecUnicodeMapFile` names others.
 */

/** Code point, 0 to FFFF -> byte. */
export type BestFit = ReadonlyMap<number, number>;

/**
 * ASCII character, and the characters that become it: the entries of page 20127, without its 93 full-width forms,
 * which `lowByte` converts in the same way.
 */
const FITS: readonly (readonly [ascii: string, others: string])[] = [
  [' ', '\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006'],
  ['!', '¡'],
  ['"', 'ʺ\u030e“”„'],
  ['$', '¤'],
  ["'", 'ʹʼˈ‘’′'],
  [',', '¸‚'],
  ['-', '\u00ad‐‑–—'],
  ['.', '·•…'],
  ['1', '¹'],
  ['2', '²'],
  ['3', '³'],
  ['<', '«‹'],
  ['>', '»›'],
  ['A', 'ÀÁÂÃÄÅÆĀĂĄǍǞ'],
  ['C', '©ÇĆĈĊČ'],
  ['D', 'ÐĎĐƉ'],
  ['E', 'ÈÉÊËĒĔĖĘĚ'],
  ['F', 'Ƒ'],
  ['G', 'ĜĞĠĢǤǦ'],
  ['H', 'ĤĦ'],
  ['I', 'ÌÍÎÏĨĪĬĮİƗǏ'],
  ['J', 'Ĵ'],
  ['K', 'ĶǨ'],
  ['L', 'ĹĻĽŁ'],
  ['N', 'ÑŃŅŇ'],
  ['O', 'ÒÓÔÕÖØŌŎŐŒƟƠǑǪǬ'],
  ['R', '®ŔŖŘ'],
  ['S', 'ŚŜŞŠ'],
  ['T', 'ŢŤŦƮ™'],
  ['U', 'ÙÚÛÜŨŪŬŮŰŲƯǓǕǗǙǛ'],
  ['W', 'Ŵ'],
  ['Y', '¥ÝŶŸ'],
  ['Z', 'ŹŻŽ'],
  ['^', '˄ˆ\u0302'],
  ['_', 'ˍ\u0331\u0332'],
  ['`', 'ˋ\u0300‵'],
  ['a', 'ªàáâãäåæāăąǎǟ'],
  ['b', 'ƀ'],
  ['c', '¢çćĉċč'],
  ['d', 'ďđ'],
  ['e', 'èéêëēĕėęě'],
  ['f', 'ƒ'],
  ['g', 'ĝğġģǥǧɡ'],
  ['h', 'ĥħ'],
  ['i', 'ìíîïĩīĭįıǐ'],
  ['j', 'ĵǰ'],
  ['k', 'ķǩ'],
  ['l', 'ĺļľłƚ'],
  ['n', 'ñńņň'],
  ['o', 'ºòóôõöøōŏőœơǒǫǭ'],
  ['r', 'ŕŗř'],
  ['s', 'śŝşš'],
  ['t', 'ţťŧƫ'],
  ['u', 'ùúûüũūŭůűųưǔǖǘǚǜ'],
  ['w', 'ŵ'],
  ['y', 'ýÿŷ'],
  ['z', 'żžƶ'],
  ['|', '¦'],
  ['~', '˜\u0303'],
];

/** Full stops of other scripts that host names may contain (RFC 3490 3.1): dots in every page, as in ModSecurity. */
const DOTS: readonly (readonly [number, number])[] = [
  [0x3002, 0x2e],
  [0xff61, 0x2e],
];

export const usAscii: BestFit = new Map([
  ...DOTS,
  ...FITS.flatMap(([ascii, others]) =>
    [...others].map((other) => [other.charCodeAt(0), ascii.charCodeAt(0)] as const),
  ),
]);

/**
 * Parses the entries of a page, such as `00e9:65`, separated by blanks, and adds the dots; the last entry of a code
 * counts.
 */
export function readBestFit(entries: string): BestFit {
  const pairs = entries.split(' ').map((entry) => {
    const [code = '', byte = ''] = entry.split(':');
    return [Number.parseInt(code, 16), Number.parseInt(byte, 16)] as const;
  });
  return new Map([...DOTS, ...pairs]);
}
