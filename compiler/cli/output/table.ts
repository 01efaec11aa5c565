/** Formats tables of plain text. */

/**
 * Aligns the first column to the left and all others to the right, separated by two blanks. Lines are indented by two.
 */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  }
  const aligned = (cell: string, column: number): string => {
    const width = widths[column] ?? 0;
    return column === 0 ? cell.padEnd(width) : cell.padStart(width);
  };
  return rows.map((row) => `  ${row.map(aligned).join('  ').trimEnd()}`).join('\n');
}
