/** Creates a report as one self-contained page, with its style, its script and its figures. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { PROJECT } from '#compiler/project.ts';
import { escapeUnseen } from '#engine/log/json-text.ts';
import type { ReportDocument } from './document.ts';

/** Built from page/ with the command line (scripts/report-page.ts). */
const SCRIPT = `${PROJECT}/dist/report/page.js`;
const STYLE = `${PROJECT}/dist/report/page.css`;

/** Returns undefined when the files of the page exist. */
export function pageProblem(): string | undefined {
  return existsSync(SCRIPT) && existsSync(STYLE)
    ? undefined
    : 'The page is not built: run `make setup`.';
}

export function reportPage(report: ReportDocument): string {
  const script = readFileSync(SCRIPT, 'utf8');
  const style = readFileSync(STYLE, 'utf8');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(script, style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>Portcullis report</title>
<style>${style}</style>
</head>
<body>
<noscript><p>A script in this page draws its charts. It loads nothing: the policy of the page forbids that.</p></noscript>
<script type="application/json" id="report">${embedded(report)}</script>
<script>${script}</script>
</body>
</html>
`;
}

/**
 * Returns the content security policy: only these two texts are allowed, nothing is loaded or sent, and no string
 * becomes markup (Trusted Types). The policy does not apply to data blocks such as the figures.
 */
function policy(script: string, style: string): string {
  return [
    "default-src 'none'",
    `script-src '${hash(script)}'`,
    `style-src '${hash(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Returns JSON that cannot end its HTML element: `</script`, `<!--` and U+2028 need one of the escaped characters. */
function embedded(report: ReportDocument): string {
  return escapeUnseen(JSON.stringify(report)).replace(
    /[<>&]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  );
}
