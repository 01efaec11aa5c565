/** The formats of `check --format`, by name. */
import type { Checked } from '../../../findings/check-in-steps.ts';
import { formatGithub } from './github.ts';
import { formatJson } from './json.ts';
import { formatJunit } from './junit.ts';
import { formatSarif } from './sarif.ts';

/**
 * Format a whole document from the findings in their order. Text is not one of them, because it goes to standard error.
 */
export const documentFormats: ReadonlyMap<string, (checked: Checked) => string> = new Map([
  ['github', ({ findings }: Checked) => formatGithub(findings)],
  ['json', ({ findings }: Checked) => formatJson(findings)],
  ['junit', ({ findings, sources }: Checked) => formatJunit(findings, sources)],
  ['sarif', ({ findings }: Checked) => formatSarif(findings)],
]);
