/** Converts the findings of `portcullis check` for the page. */
import { formatNote } from '#compiler/diagnostics.ts';
import { bytesBefore, type Span } from '#compiler/source.ts';
import { textOfBytes } from '#compiler/utf8.ts';
import { countLine } from '../../commands/check/count-line.ts';
import type { Checked as CheckedProfiles } from '../../findings/check-in-steps.ts';
import { codes } from '../../findings/codes.ts';
import { type Finding, inOrder } from '../../findings/finding.ts';
import { applyLevels, defaultLevels, disabledCodes } from '../../findings/levels.ts';
import { applySuppressions } from '../../findings/suppressions.ts';
import { formatText } from '../../output/format-findings.ts';
import { groupByCause, withOthers } from '../../output/group-by-cause.ts';
import type { Checked, ShownFinding, ShownPosition } from '../protocol.ts';

/** Codes of findings that are off by default. */
export const disabled = disabledCodes(defaultLevels);

export function showFindings({
  findings,
  sources,
}: CheckedProfiles): Omit<Checked, 'milliseconds'> {
  const reported = applySuppressions(findings, sources, disabled);
  const found = inOrder(applyLevels(reported, defaultLevels));
  const paths = new Set(sources.map(({ path }) => path));
  return {
    findings: found.map((finding) => shown(finding, paths)),
    text: textOfBytes(formatText(groupByCause(found).map(withOthers), false)),
    count: countLine(found),
  };
}

function shown(finding: Finding, paths: ReadonlySet<string>): ShownFinding {
  const { span, severity, code, message, hint, notes } = finding;
  const { source } = span;
  return {
    path: paths.has(source.path) ? source.path : undefined,
    from: shownPosition(span),
    to: shownPosition({ source, start: span.end, end: span.end }),
    severity,
    code,
    meaning: codes.get(code)?.meaning ?? '',
    message: textOfBytes(message),
    hint: hint === undefined ? undefined : textOfBytes(hint),
    notes: notes.map((note) => textOfBytes(formatNote(note))),
  };
}

function shownPosition(span: Span): ShownPosition {
  const { line, before } = bytesBefore(span);
  return { line, column: textOfBytes(before).length };
}
