/** Parses text with escape sequences for colours (ECMA-48, 8.3.117 SGR) into runs of one style. */
import { hexColour, paletteColour } from './colours.ts';

export type Style = {
  /** Undefined for the terminal's default. */
  readonly colour: string | undefined;
  readonly background: string | undefined;
  readonly bold: boolean;
  readonly faint: boolean;
  readonly italic: boolean;
  readonly underline: 'none' | 'straight' | 'curly';
  /** Undefined for the colour of the text. */
  readonly underlineColour: string | undefined;
  readonly reverse: boolean;
};

/** Adjacent characters of one style; columns count from 0. */
export type Run = { readonly column: number; readonly text: string; readonly style: Style };

export const PLAIN: Style = {
  colour: undefined,
  background: undefined,
  bold: false,
  faint: false,
  italic: false,
  underline: 'none',
  underlineColour: undefined,
  reverse: false,
};

const SIMPLE: Readonly<Record<number, Partial<Style>>> = {
  0: PLAIN,
  1: { bold: true },
  2: { faint: true },
  3: { italic: true },
  4: { underline: 'straight' },
  7: { reverse: true },
  22: { bold: false, faint: false },
  23: { italic: false },
  24: { underline: 'none' },
  27: { reverse: false },
  39: { colour: undefined },
  49: { background: undefined },
  59: { underlineColour: undefined },
};

/** By parameter: the eight basic colours, and their bright variants. */
const BASIC_COLOURS: ReadonlyMap<number, Partial<Style>> = new Map(
  [0, 1, 2, 3, 4, 5, 6, 7].flatMap((number): readonly [number, Partial<Style>][] => [
    [30 + number, { colour: paletteColour(number) }],
    [40 + number, { background: paletteColour(number) }],
    [90 + number, { colour: paletteColour(number + 8) }],
    [100 + number, { background: paletteColour(number + 8) }],
  ]),
);

const ESCAPE = '\u001b';
const SEQUENCE = new RegExp(`${ESCAPE}\\[([0-9;:]*)m`, 'g');

/** Returns the runs of each line. A style lasts until it is changed, even beyond the end of a line. */
export function readScreen(screen: string): readonly (readonly Run[])[] {
  let style = PLAIN;
  return screen.split('\n').map((line) => {
    const runs: Run[] = [];
    let column = 0;
    const add = (text: string): void => {
      if (text === '') return;
      runs.push({ column, text, style });
      column += [...text].length;
    };
    let from = 0;
    for (const found of line.matchAll(SEQUENCE)) {
      add(line.slice(from, found.index));
      style = changed(style, found[1] ?? '');
      from = found.index + found[0].length;
    }
    add(line.slice(from));
    return runs;
  });
}

/** Returns the style after a sequence of parameters; unknown parameters are ignored. */
function changed(before: Style, parameters: string): Style {
  let style = before;
  const words = parameters.split(';');
  for (let at = 0; at < words.length; at += 1) {
    // `38;5;1` continues in the following parameters, `38:5:1` contains them.
    const takesMore = /^(?:38|48|58)$/.test(words[at] ?? '');
    const most = words[at + 1] === '2' ? 5 : 3;
    const count = takesMore ? most : 1;
    const numbers = words
      .slice(at, at + count)
      .flatMap((word) => word.split(':'))
      .filter((word, index) => word !== '' || index === 0)
      .map(Number);
    style = { ...style, ...changeOf(numbers) };
    at += count - 1;
  }
  return style;
}

/** Underlines by the number after `4:`; all others are drawn straight. */
const UNDERLINES: Readonly<Record<number, Style['underline']>> = { 0: 'none', 3: 'curly' };

function changeOf([code = 0, ...rest]: readonly number[]): Partial<Style> {
  if (code === 4 && rest[0] !== undefined) return { underline: UNDERLINES[rest[0]] ?? 'straight' };
  if (code === 38) return { colour: extendedColour(rest) };
  if (code === 48) return { background: extendedColour(rest) };
  if (code === 58) return { underlineColour: extendedColour(rest) };
  return SIMPLE[code] ?? BASIC_COLOURS.get(code) ?? {};
}

/** Parses `5;NUMBER` or `2;RED;GREEN;BLUE`. */
function extendedColour([kind, ...values]: readonly number[]): string | undefined {
  if (kind === 5) return paletteColour(values[0] ?? 0);
  return kind === 2 && values.length >= 3 ? hexColour(...values.slice(-3)) : undefined;
}
