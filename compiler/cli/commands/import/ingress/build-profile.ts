/** Builds the files of a profile from the settings that apply to one ingress. */
import type { MappedText } from './mapped-text.ts';
import type { Annotations, ReportAt } from './read-manifests.ts';
import { merged, NO_SNIPPET, type Piece, readSnippet } from './read-snippet.ts';
import { CORE_RULES, DEFAULT_ACTIONS, RECOMMENDED, SETUP } from './standard-files.ts';

const OWN_SETUP = /\bid:'?900990\b/;

/**
 * Returns the pieces in load order. `controller` has the settings of its ConfigMap. Includes that cannot be imported
 * are reported.
 */
export function profilePieces(
  own: Annotations,
  controller: Annotations,
  report: ReportAt,
): readonly Piece[] {
  const isGlobal = controller.enabled === true;
  const ownSnippet = snippetOf(own.snippet, isGlobal, report);
  const globalSnippet = isGlobal ? snippetOf(controller.snippet, false, report) : NO_SNIPPET;
  const pieces = merged([
    ...ownSnippet.pieces,
    ...standard(!isGlobal && own.snippet === undefined, own.coreRules),
    ...globalSnippet.pieces,
    ...standard(isGlobal && controller.snippet === undefined, isGlobal && controller.coreRules),
    { kind: 'Text', text: ownSnippet.settings },
    { kind: 'Text', text: globalSnippet.updates },
    { kind: 'Text', text: ownSnippet.updates },
  ]);
  const hasOwnSetup = pieces.some(
    (piece) => piece.kind === 'Text' && OWN_SETUP.test(piece.text.text),
  );
  return withDefaultActions(
    pieces.filter((piece) => !(hasOwnSetup && piece.kind === 'File' && piece.path === SETUP)),
  );
}

function snippetOf(snippet: MappedText | undefined, separate: boolean, report: ReportAt) {
  return snippet === undefined ? NO_SNIPPET : readSnippet(snippet, separate, report);
}

/** Returns the files that ingress-nginx includes by default. */
function standard(recommended: boolean, coreRules: boolean): readonly Piece[] {
  const paths = [...(recommended ? [RECOMMENDED] : []), ...(coreRules ? [SETUP, CORE_RULES] : [])];
  return paths.map((path) => ({ kind: 'File', path }));
}

/**
 * Adds default actions before rules with "block", which need them; modsecurity.conf and some snippets have their own.
 */
function withDefaultActions(pieces: readonly Piece[]): readonly Piece[] {
  const first = pieces.findIndex(
    (piece) => piece.kind === 'File' && piece.path.startsWith('{rules}'),
  );
  const isThere = pieces.some((piece) =>
    piece.kind === 'File'
      ? piece.path === RECOMMENDED
      : /^\s*SecDefaultAction\b/m.test(piece.text.text),
  );
  if (first === -1 || isThere) return pieces;
  return [
    ...pieces.slice(0, first),
    { kind: 'File', path: DEFAULT_ACTIONS },
    ...pieces.slice(first),
  ];
}
