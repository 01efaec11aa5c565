/** Formats findings as SARIF 2.1.0, for code scanning. */
import type { Location, Log, ReportingDescriptor, Result } from 'sarif';
import { formatNote, type Note } from '#compiler/diagnostics.ts';
import { sha256 } from '#compiler/sha256.ts';
import { lineAt } from '#compiler/source.ts';
import { VERSION } from '#compiler/version.ts';
import { codes } from '../../../findings/codes.ts';
import { type Finding, findingLocation } from '../../../findings/finding.ts';
import { type Cause, groupByCause } from '../../../output/group-by-cause.ts';

const LEVELS = { error: 'error', warning: 'warning', notice: 'note' } as const;

/** The name that code scanning on GitHub has for the root of the repository. */
const ROOT = '%SRCROOT%';

export function formatSarif(findings: readonly Finding[]): string {
  const used = [...new Set(findings.map(({ code }) => code))].toSorted();
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'portcullis',
            version: VERSION,
            rules: used.map(ruleOf),
          },
        },
        columnKind: 'unicodeCodePoints',
        originalUriBaseIds: {
          [ROOT]: { description: { text: 'Where the command was started.' } },
        },
        results: groupByCause(findings)
          .flatMap(resultsOf)
          .map((finding) => resultOf(finding, used.indexOf(finding.code))),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function ruleOf(id: string): ReportingDescriptor {
  const text = codes.get(id)?.meaning ?? id;
  const help = `${text} \`portcullis explain ${id}\` shows an example of the mistake and its correction.`;
  return { id, shortDescription: { text }, help: { text: help, markdown: help } };
}

/** Code scanning shows at most 5,000 results. */
const MOST_LOCATIONS = 50;

/** The number of notes in the message itself. */
const MOST_NOTES = 5;

/**
 * Returns one result for each location, so that each can be fixed separately; a cause with many locations is a single
 * result.
 */
function resultsOf({ others, ...first }: Cause<Finding>): readonly Finding[] {
  if (others.length >= MOST_LOCATIONS) {
    const related = others.map((span) => ({ message: 'The same here', span }));
    return [{ ...first, notes: [...first.notes, ...related] }];
  }
  return [first, ...others.map((span) => ({ ...first, span }))];
}

function resultOf(finding: Finding, ruleIndex: number): Result {
  const { code, severity, message, hint, notes, span } = finding;
  const located = notes.filter((note) => note.span !== undefined);
  const shown = notes.slice(0, MOST_NOTES).map(formatNote);
  const text = [message, hint, ...shown].filter((part) => part !== undefined);
  return {
    ruleId: code,
    ruleIndex,
    level: LEVELS[severity],
    message: { text: text.join('\n') },
    locations: [locationOf(finding)],
    ...(located.length === 0 ? {} : { relatedLocations: located.flatMap(relatedLocation) }),
    partialFingerprints: {
      'portcullis/v1': sha256(`${code}\n${lineAt(span.source, span.start).trim()}`),
    },
  };
}

function locationOf(finding: Pick<Finding, 'span'>): Location {
  const { start, end } = findingLocation(finding);
  const { path } = finding.span.source;
  return {
    physicalLocation: {
      artifactLocation: {
        uri: uriOf(path),
        ...(path.startsWith('/') ? {} : { uriBaseId: ROOT }),
      },
      region: {
        startLine: start.line,
        startColumn: start.column,
        endLine: end.line,
        endColumn: end.column,
      },
    },
  };
}

function relatedLocation({ message, span }: Note): Location[] {
  return span === undefined ? [] : [{ ...locationOf({ span }), message: { text: message } }];
}

function uriOf(path: string): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return path.startsWith('/') ? `file://${encoded}` : encoded;
}
