/** What `portcullis check` says of the programs that are open, as the protocol's diagnostics. */
import { pathToFileURL } from 'node:url';
import type { SeverityLevel } from '../../../diagnostics.ts';
import { PROJECT } from '../../../project.ts';
import type { SourceFile } from '../../../source.ts';
import { type Checked, checkProfiles } from '../../findings/check-profiles.ts';
import type { Finding } from '../../findings/finding.ts';
import { applyLevels, disabledCodes, type Levels } from '../../findings/levels.ts';
import { applySuppressions } from '../../findings/suppressions.ts';
import { repairOf } from './code-actions.ts';
import { indexLines, type LineIndex, rangeOf, shownText } from './line-index.ts';
import type { LspDiagnostic } from './protocol.ts';
import { locationOf, profileOfFile, type Session } from './session.ts';
import { pathOf, uriOfPath } from './workspace.ts';

const SEVERITIES: Readonly<Record<SeverityLevel, LspDiagnostic['severity']>> = {
  error: 1,
  warning: 2,
  notice: 3,
};

/** Editors take many kinds of files for one language; what names no directive of ours is none of ours. */
const LOOKS_LIKE_RULES = /^[ \t]*Sec[A-Z][A-Za-z]+[ \t]/m;

/** By URI; every open document is among them, without diagnostics when it is right. */
export function diagnose(session: Session): ReadonlyMap<string, readonly LspDiagnostic[]> {
  const { workspace, profilesIn, levels } = session;
  const disabled = disabledCodes(levels);
  const documents = [...workspace.open.values()];
  const byUri = new Map<string, LspDiagnostic[]>(documents.map(({ uri }) => [uri, []]));
  const whole = checkProfiles(profilesIn(workspace.files), workspace.files, disabled);
  const read = new Set(whole.sources.map(({ path }) => path));
  const alone = documents
    .filter(({ text }) => LOOKS_LIKE_RULES.test(text))
    .map(({ uri }) => pathOf(workspace, uri))
    .filter((path) => !read.has(path))
    .map((path) => checkProfiles([profileOfFile(path)], workspace.files, disabled));
  for (const checked of [whole, ...alone]) {
    const lines = new Map<SourceFile, LineIndex>();
    for (const finding of findingsOf(checked, levels)) {
      const { source } = finding.span;
      const index = lines.get(source) ?? indexLines(source.text);
      lines.set(source, index);
      const uri = uriOfPath(workspace, source.path);
      byUri.set(uri, [...(byUri.get(uri) ?? []), diagnosticOf(session, finding, index)]);
    }
  }
  return byUri;
}

function findingsOf({ findings, sources }: Checked, levels: Levels): readonly Finding[] {
  return applyLevels(applySuppressions(findings, sources, disabledCodes(levels)), levels);
}

function diagnosticOf(session: Session, finding: Finding, index: LineIndex): LspDiagnostic {
  const { code, severity, message, hint, notes, span } = finding;
  const plain = notes.flatMap((note) => (note.span === undefined ? [note.message] : []));
  return {
    range: rangeOf(index, span.start, span.end),
    severity: SEVERITIES[severity],
    code,
    codeDescription: { href: pathToFileURL(`${PROJECT}/docs/codes/${code}.md`).href },
    source: 'portcullis',
    data: repairOf(finding, index),
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
