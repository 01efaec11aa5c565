/** Writes the report into its page, between markers. */

export const REPORT_PAGE = 'docs/built-in-rules.md';

const BLOCK = /<!-- rules-report -->.*<!-- \/rules-report -->/s;

/** Returns the page with these tables and the date of the measurement. */
export function withReport(page: string, tables: readonly string[], date: Date): string {
  const day = date.toISOString().slice(0, 10);
  return page.replace(
    BLOCK,
    () => `<!-- rules-report -->
Measured on ${day} by \`make rules-report\`.

\`\`\`text
${tables.join('\n\n')}
\`\`\`
<!-- /rules-report -->`,
  );
}
