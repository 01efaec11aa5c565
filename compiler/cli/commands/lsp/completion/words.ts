/** The words to offer: SecLang names, and names of the program. */
import { CompletionItemKind } from 'vscode-languageserver/node';
import { actions } from '#compiler/language/actions.ts';
import { controlOptions, controls } from '#compiler/language/controls.ts';
import { directives, ruleDirectives, settingValues } from '#compiler/language/directives/index.ts';
import type { NameRecord } from '#compiler/language/name-record.ts';
import { operators } from '#compiler/language/operators/index.ts';
import {
  none,
  transformationRecord,
  transformations,
} from '#compiler/language/transformations/index.ts';
import { variables } from '#compiler/language/variables/index.ts';
import { positionOf } from '#compiler/source.ts';
import { describeName } from '../describe-name.ts';
import type { Mention, NameKind, SymbolKind } from '../mentions/mention.ts';
import { requestHeaders, responseHeaders } from './header-names.ts';

export type Word = {
  readonly label: string;
  readonly kind: CompletionItemKind;
  readonly detail: string;
  /** Markdown. */
  readonly documentation?: string | undefined;
};

const word = (kind: CompletionItemKind, label: string, detail = ''): Word => ({
  label,
  kind,
  detail,
});

/** Returns names of the manual, with their sentence as detail and all facts as documentation. */
function named(
  kind: CompletionItemKind,
  of: NameKind,
  records: Iterable<readonly [name: string, NameRecord]>,
): readonly Word[] {
  return Array.from(records, ([name, { documentation }]) => ({
    ...word(kind, name, documentation),
    documentation: describeName(of, name),
  }));
}

/** Returns the records by the manual's spelling instead of by name in lower case. */
function spelt<Of extends NameRecord & { readonly name: string }>(
  records: ReadonlyMap<string, Of>,
): readonly (readonly [string, NameRecord])[] {
  return Array.from(records.values(), (record) => [record.name, record]);
}

const { Keyword, Reference, Value, Variable } = CompletionItemKind;

const directiveWords: readonly Word[] = [
  ...named(Keyword, 'directive', ruleDirectives),
  ...Array.from(directives.values()).flatMap((record) =>
    'documentation' in record ? named(Keyword, 'directive', [[record.name, record]]) : [],
  ),
];
/** Each transformation once; some have two spellings. */
const transformationRecords: readonly (readonly [string, NameRecord])[] = [
  [none.name, none],
  ...Array.from(
    new Set(transformations.values()),
    (name) => [name, transformationRecord(name)] as const,
  ),
];

export const languageWords = {
  directives: directiveWords,
  variables: named(Variable, 'variable', variables),
  operators: named(CompletionItemKind.Function, 'operator', spelt(operators)),
  transformations: named(CompletionItemKind.Function, 'transformation', transformationRecords),
  actions: named(CompletionItemKind.Function, 'action', spelt(actions)),
  controls: named(CompletionItemKind.Function, 'control', controls),
} as const;

/** Returns the values of an action or an option of ctl that takes one of a few words. */
export function argumentWords(action: string, control: string | undefined): readonly Word[] {
  const record =
    control === undefined
      ? actions.get(action.toLowerCase())
      : controlOptions.get(control.toLowerCase());
  return typeof record?.takes === 'object' ? record.takes.map((each) => word(Value, each)) : [];
}

/** Returns the values of a setting that takes one of a few words. */
export function settingWords(directive: string): readonly Word[] {
  const record = directives.get(directive.toLowerCase());
  return record === undefined ? [] : settingValues(record).map((each) => word(Value, each));
}

/** Returns every name of the kind once, in the order of the program. */
export function symbolWords(mentions: readonly Mention[], of: SymbolKind): readonly Word[] {
  const names = mentions.flatMap((mention) =>
    mention.kind === 'Symbol' && mention.of === of ? [mention.name] : [],
  );
  return [...new Set(names)].map((name) => word(Reference, name, of));
}

/** Returns the keys of a collection: those that the program selects, and for headers the usual ones. */
export function keyWords(mentions: readonly Mention[], collection: string): readonly Word[] {
  const name = collection.toUpperCase();
  const used = mentions.flatMap((mention) =>
    mention.kind === 'Key' && mention.collection === name ? [mention.name] : [],
  );
  const known = new Map([...used, ...usualHeaders(name)].map((each) => [each.toLowerCase(), each]));
  return [...known.values()].toSorted().map((each) => word(Value, each, name));
}

function usualHeaders(collection: string): readonly string[] {
  if (collection.startsWith('REQUEST_HEADERS')) return requestHeaders;
  return collection.startsWith('RESPONSE_HEADERS') ? responseHeaders : [];
}

/** Returns every rule by its id, with its position. */
export function ruleWords(mentions: readonly Mention[]): readonly Word[] {
  return mentions.flatMap((mention) => {
    if (mention.kind !== 'Rules' || mention.role !== 'definition') return [];
    const { span } = mention;
    const detail = `${span.source.path}:${positionOf(span).line}`;
    return [word(Reference, String(mention.from), detail)];
  });
}
