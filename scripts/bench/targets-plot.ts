/** Draws the targets as SVG: by how much each is met or missed, on a scale of powers of two. */
import { targetCells } from './show-targets.ts';
import type { Target } from './targets.ts';

/** Sizes in pixels. */
const ROW = 22;
const LABELS = 380;
const WIDTH = 900;
const TOP = 44;
const BOTTOM = 34;
const MIDDLE = (LABELS + WIDTH - 70) / 2;

/** Powers of two on each side of the line; larger values are cut off. */
const RANGE = 5;

/**
 * Draws the plot. Bars to the right of the line meet their target. Shapes and texts carry the same information as
 * colours.
 */
export function targetsPlot(targets: readonly Target[]): string {
  const cells = targetCells(targets);
  const rows = targets.flatMap((target, index) => row(target, cells[index] ?? [], index));
  const height = TOP + targets.length * ROW + BOTTOM;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13" role="img">
<title>How far each target is reached</title>
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
<text x="${MIDDLE + 8}" y="20" fill="#0b5cad">better than the target</text>
<text x="${MIDDLE - 8}" y="20" fill="#a8480c" text-anchor="end">short of it</text>
${scale(height).join('\n')}
${rows.join('\n')}
</svg>
`;
}

/** Returns how many powers of two better than the target the value is; undefined when it was not measured. */
function doublings({ bound, target, measured }: Target): number | undefined {
  if (measured === undefined || target === 0) return undefined;
  const ratio = bound === 'AtLeast' ? measured / target : target / measured;
  return Math.max(-RANGE, Math.min(RANGE, Math.log2(ratio)));
}

function row(
  target: Target,
  [name = '', limit = '', reached = '']: readonly string[],
  index: number,
): readonly string[] {
  const y = TOP + index * ROW;
  const label = `<text x="8" y="${y + 15}" fill="#1c2430">${escapeXml(name)}</text>`;
  const value = `<text x="${WIDTH - 8}" y="${y + 15}" fill="#1c2430" text-anchor="end">${escapeXml(reached)}</text>`;
  const length = doublings(target);
  if (length === undefined) return [label, value];
  const width = Math.abs(x(length) - MIDDLE);
  const left = Math.min(MIDDLE, x(length));
  const fill = length < 0 ? 'fill="#f3d3bd" stroke="#a8480c"' : 'fill="#0b5cad" stroke="#0b5cad"';
  const title = `<title>${escapeXml(`${name}: ${reached}, target ${limit}`)}</title>`;
  return [
    label,
    `<rect x="${left.toFixed(1)}" y="${y + 4}" width="${width.toFixed(1)}" height="${ROW - 8}" ${fill}>${title}</rect>`,
    value,
  ];
}

function x(steps: number): number {
  return MIDDLE + (steps * (WIDTH - 70 - LABELS)) / (2 * RANGE);
}

function scale(height: number): readonly string[] {
  return [-4, -2, 0, 2, 4].flatMap((steps) => {
    const text = steps === 0 ? 'target' : `${2 ** Math.abs(steps)} x`;
    const width = steps === 0 ? 2 : 1;
    const colour = steps === 0 ? '#1c2430' : '#cfd6e0';
    return [
      `<line x1="${x(steps)}" x2="${x(steps)}" y1="${TOP - 8}" y2="${height - BOTTOM + 4}" stroke="${colour}" stroke-width="${width}"/>`,
      `<text x="${x(steps)}" y="${height - 12}" fill="#596577" text-anchor="middle">${text}</text>`,
    ];
  });
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
