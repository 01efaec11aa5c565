/** Draws a terminal's screen as an SVG that needs only a monospaced font. */
import { escapeXml } from '#compiler/cli/output/escape.ts';
import { type Run, readScreen, type Style } from './ansi.ts';
import { BACKGROUND, FOREGROUND } from './colours.ts';

/** Sizes in pixels. */
const CHAR_WIDTH = 8.4;
const LINE_HEIGHT = 18;
const FONT_SIZE = 14;
const PADDING = 14;
/** From the top of a line to the baseline. */
const BASELINE = 13.5;
const BAR_HEIGHT = 30;

const FONTS = "'DejaVu Sans Mono',Menlo,Consolas,'Liberation Mono',monospace";

/** Draws the screen. `title` is shown in the title bar of the window, and is the text for screen readers. */
export function screenSvg(screen: string, title: string, columns: number): string {
  const lines = readScreen(screen.replace(/\n+$/, ''));
  const ground = commonBackground(lines);
  const width = px(columns * CHAR_WIDTH + 2 * PADDING);
  const height = px(BAR_HEIGHT + lines.length * LINE_HEIGHT + 2 * PADDING);
  const label = escapeXml(title);
  const drawn = lines.flatMap((runs, row) => runs.flatMap((run) => drawRun(run, row, ground)));
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">`,
    `<style>text{font:${FONT_SIZE}px ${FONTS};fill:${FOREGROUND};white-space:pre}.b{font-weight:bold}.f{opacity:.65}.i{font-style:italic}.t{fill:#9aa0ab;text-anchor:middle}</style>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${ground}"/>`,
    `<path d="M0 ${BAR_HEIGHT}H${width}" stroke="#3a3f4b"/>`,
    `<text class="t" x="${px(Number(width) / 2)}" y="20">${label}</text>`,
    ...drawn,
    '</svg>',
  ].join('\n')}\n`;
}

/** Returns the most frequent background, which is painted once: editors set the background of every cell. */
function commonBackground(lines: readonly (readonly Run[])[]): string {
  const cells = new Map<string, number>();
  for (const { text, style } of lines.flat()) {
    const { background = BACKGROUND } = coloursOf(style);
    cells.set(background, (cells.get(background) ?? 0) + text.length);
  }
  const [most] = [...cells].toSorted(([, left], [, right]) => right - left);
  return most?.[0] ?? BACKGROUND;
}

/** Draws a run: the background, then the characters, then their underline. */
function drawRun({ column, text, style }: Run, row: number, ground: string): readonly string[] {
  const { colour, background } = coloursOf(style);
  const top = BAR_HEIGHT + PADDING + row * LINE_HEIGHT;
  const left = PADDING + column * CHAR_WIDTH;
  const length = [...text].length * CHAR_WIDTH;
  const drawn: string[] = [];
  if (background !== undefined && background !== ground) {
    drawn.push(
      `<rect x="${px(left)}" y="${px(top)}" width="${px(length)}" height="${LINE_HEIGHT}" fill="${background}"/>`,
    );
  }
  const shown = text.trimEnd();
  const indent = [...shown].length - [...shown.trimStart()].length;
  if (shown.trim() !== '') {
    drawn.push(
      drawText(shown.trimStart(), left + indent * CHAR_WIDTH, top + BASELINE, style, colour),
    );
  }
  if (style.underline !== 'none') {
    const stroke = style.underlineColour ?? colour ?? FOREGROUND;
    drawn.push(
      `<path d="${linePath(left, top + BASELINE + 2.5, length, style)}" fill="none" stroke="${stroke}"/>`,
    );
  }
  return drawn;
}

/** Sets the length of the text, so that columns align in any font. */
function drawText(
  text: string,
  x: number,
  y: number,
  style: Style,
  colour: string | undefined,
): string {
  const classes = [style.bold ? 'b' : '', style.faint ? 'f' : '', style.italic ? 'i' : '']
    .join(' ')
    .trim();
  const attributes = [
    `x="${px(x)}" y="${px(y)}" textLength="${px([...text].length * CHAR_WIDTH)}"`,
    ...(classes === '' ? [] : [`class="${classes}"`]),
    ...(colour === undefined ? [] : [`style="fill:${colour}"`]),
  ];
  return `<text ${attributes.join(' ')}>${escapeXml(text)}</text>`;
}

function linePath(left: number, y: number, length: number, { underline }: Style): string {
  if (underline === 'straight') return `M${px(left)} ${px(y)}h${px(length)}`;
  const waves = Math.max(1, Math.round(length / 4));
  return `M${px(left)} ${px(y)}${'q1-2 2 0q1 2 2 0'.repeat(waves)}`;
}

function coloursOf({ colour, background, reverse }: Style): Pick<Style, 'colour' | 'background'> {
  if (!reverse) return { colour, background };
  return { colour: background ?? BACKGROUND, background: colour ?? FOREGROUND };
}

/** Formats a length with at most one decimal. */
function px(length: number): string {
  return String(Math.round(length * 10) / 10);
}
