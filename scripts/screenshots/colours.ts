/** The colours of the pictures, and the numbered colours of terminals. */

export const BACKGROUND = '#1e2127';
export const FOREGROUND = '#d7dae0';

/** Black, red, green, yellow, blue, magenta, cyan, white; then their bright variants. */
const BASIC: readonly string[] = [
  ...['#2c313a', '#e8707a', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#c8ccd4'],
  ...['#7f848e', '#ff8a94', '#b5e08f', '#f5d88f', '#82c4ff', '#dd95f3', '#74d3e0', '#ffffff'],
];

/** The values of a channel in the cube of 216 colours (xterm, 256 colours). */
const STEPS: readonly number[] = [0, 95, 135, 175, 215, 255];

export const hexColour = (...channels: readonly number[]): string =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;

/** Returns one of the 256 colours by its number; undefined for other numbers. */
export function paletteColour(number: number): string | undefined {
  if (number < 16) return BASIC[number];
  if (number > 255) return undefined;
  if (number > 231) {
    const grey = 8 + (number - 232) * 10;
    return hexColour(grey, grey, grey);
  }
  const at = number - 16;
  const channels = [Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6];
  return hexColour(...channels.map((step) => STEPS[step] ?? 0));
}
