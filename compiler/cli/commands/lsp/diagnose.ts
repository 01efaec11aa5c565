/** Converts the findings of `portcullis check` to diagnostics of the protocol. */
import { pathToFileURL } from 'node:url';
import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node';
import type { SeverityLevel } from '#compiler/diagnostics.ts';
import { PROJECT } from '#compiler/project.ts';
import type { SourceFile } from '#compiler/source.ts';
import { type Checked, checkInSteps } from '../../findings/check-in-steps.ts';
import { checkProfiles } from '../../findings/check-profiles.ts';
import type { Finding } from '../../findings/finding.ts';
import { applyLevels, disabledCodes, type Levels } from '../../findings/levels.ts';
import { applySuppressions } from '../../findings/suppressions.ts';
import { quickFixOf } from './code-actions.ts';
import { indexLines, type LineIndex, rangeOf, shownText } from './line-index.ts';
import { locationOf, profileOfFile, type Session } from './session.ts';
import { pathOf } from './workspace.ts';

const SEVERITIES: Readonly<Record<SeverityLevel, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  notice: DiagnosticSeverity.Information,
};

/** Editors open many kinds of files as one language; a file without SecLang directives is ignored. */
const LOOKS_LIKE_RULES = /^[ \t]*Sec[A-Z][A-Za-z]+[ \t]/m;

/** Returns the findings in the profiles of the workspace, and in open files that no profile reads. */
export function* findingsOfAll(session: Session): Generator<void, readonly Finding[]> {
  const { workspace, profilesIn, levels } = session;
  const disabled = disabledCodes(levels);
  const whole = yield* checkInSteps(profilesIn(workspace.files), workspace.files, disabled);
  const read = new Set(whole.sources.map(({ path }) => path));
  const findings = [...findingsOf(whole, levels)];
  for (const { uri, text } of workspace.open.values()) {
    const path = pathOf(workspace, uri);
    if (read.has(path) || !LOOKS_LIKE_RULES.test(text)) continue;
    findings.push(...findingsOf(checkFile(session, path), levels));
    yield;
  }
  return findings;
}

/** Returns the findings in one open file, independent of its program; none when it has no rules. */
export function findingsOfFile(session: Session, path: string): readonly Finding[] {
  const text = session.workspace.files.read(path);
  if (text === undefined || !LOOKS_LIKE_RULES.test(text)) return [];
  return findingsOf(checkFile(session, path), session.levels);
}

function checkFile({ workspace, levels }: Session, path: string): Checked {
  return checkProfiles([profileOfFile(path)], workspace.files, disabledCodes(levels));
}

function findingsOf({ findings, sources }: Checked, levels: Levels): readonly Finding[] {
  return applyLevels(applySuppressions(findings, sources, disabledCodes(levels)), levels);
}

/** Returns the diagnostics in the order of the findings. */
export function diagnosticsOf(session: Session, findings: readonly Finding[]): Diagnostic[] {
  const lines = new Map<SourceFile, LineIndex>();
  return findings.map((finding) => {
    const { source } = finding.span;
    const index = lines.get(source) ?? indexLines(source.text);
    lines.set(source, index);
    return diagnosticOf(session, finding, index);
  });
}

function diagnosticOf(session: Session, finding: Finding, index: LineIndex): Diagnostic {
  const { code, severity, message, hint, notes, span } = finding;
  const plain = notes.flatMap((note) => (note.span === undefined ? [note.message] : []));
  return {
    range: rangeOf(index, span.start, span.end),
    severity: SEVERITIES[severity],
    code,
    codeDescription: { href: pathToFileURL(`${PROJECT}/docs/codes/${code}.md`).href },
    source: 'portcullis',
    data: quickFixOf(finding, index),
    message: [message, ...(hint === undefined ? [] : [hint]), ...plain].map(shownText).join('\n'),
    relatedInformation: notes.flatMap((note) =>
      note.span === undefined
        ? []
        : [
            {
              location: locationOf(session, { span: note.span }),
              message: shownText(note.message),
            },
          ],
    ),
  };
}
