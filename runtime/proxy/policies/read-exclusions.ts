/** Parses the text of a file of exclusions and reports all its mistakes. */
import type { ExcludedTarget, RuleExclusion } from '#engine/host/rule-exclusions.ts';
import { type FileFinding, membersOf, openFile, type Report, textsOf } from '../json/finding.ts';
import type { JsonMember, JsonNode, Location } from '../json/json-text.ts';
import { isPathPattern } from './path-pattern.ts';

export type PathExclusion = {
  readonly exclusion: RuleExclusion;
  /** Path patterns; undefined when the exclusion applies to every path. */
  readonly paths: readonly string[] | undefined;
  readonly rules: readonly IdLocation[];
  readonly tags: readonly TagLocation[];
  readonly targets: readonly TargetLocation[];
};

export type IdLocation = Location & { readonly from: number; readonly to: number };
export type TagLocation = Location & { readonly tag: string };
export type TargetLocation = Location & ExcludedTarget;

export type ExclusionsRead = {
  readonly exclusions: readonly PathExclusion[];
  readonly findings: readonly FileFinding[];
};

const MEMBERS = ['rules', 'tags', 'targets', 'paths', 'reason'] as const;
const TARGET = /^([A-Z][A-Z_]*)(?::([^*]+)(\*?))?$/;
const RANGE = /^([0-9]{1,9})-([0-9]{1,9})$/;
const MOST_ID = 999_999_999;

/** `text`: a byte string. */
export function readExclusions(text: string): ExclusionsRead {
  const { root, report, findings } = openFile(text);
  if (root === undefined) return { exclusions: [], findings };
  const member = membersOf(root, ['exclusions'], 'the file', report).get('exclusions');
  const list = member?.value;
  if (list?.kind !== 'Array') {
    if (list !== undefined || root.kind === 'Object')
      report(list ?? root, '"exclusions" must be a list.');
    return { exclusions: [], findings };
  }
  return { exclusions: list.items.map((item) => exclusionOf(item, report)), findings };
}

function exclusionOf(item: JsonNode, report: Report): PathExclusion {
  const members = membersOf(item, MEMBERS, 'an exclusion', report);
  if (item.kind === 'Object' && !members.has('rules') && !members.has('tags'))
    report(
      item,
      'The exclusion does not name any rules.',
      'Add "rules" (ids and ranges) or "tags".',
    );
  const rules = idsOf(members.get('rules'), report);
  const tags = (textsOf(members.get('tags'), report) ?? []).map(
    ({ start, end, value }): TagLocation => ({
      start,
      end,
      tag: Buffer.from(value).toString('latin1'),
    }),
  );
  const targets = textsOf(members.get('targets'), report)?.flatMap((entry) => {
    const target = targetOf(entry.value);
    if (target !== undefined) return [{ start: entry.start, end: entry.end, ...target }];
    report(
      entry,
      `${JSON.stringify(entry.value)} is not a target.`,
      'Write a target such as "ARGS:comment", "REQUEST_COOKIES:_ga*" or "REQUEST_BODY".',
    );
    return [];
  });
  const paths = textsOf(members.get('paths'), report)?.map((entry) => {
    if (!isPathPattern(entry.value))
      report(
        entry,
        `${JSON.stringify(entry.value)} is not a path pattern.`,
        'Write a pattern such as "/admin" or "/*/edit".',
      );
    return entry.value;
  });
  return {
    exclusion: {
      ids: rules.map(({ from, to }) => [from, to]),
      tags: tags.map(({ tag }) => tag),
      targets: targets?.map(({ variable, key, isPrefix }) => ({ variable, key, isPrefix })),
    },
    paths,
    rules,
    tags,
    targets: targets ?? [],
  };
}

function idsOf(member: JsonMember | undefined, report: Report): readonly IdLocation[] {
  if (member === undefined) return [];
  const { value } = member;
  if (value.kind !== 'Array' || value.items.length === 0) {
    report(value, '"rules" must be a non-empty list of ids and ranges.');
    return [];
  }
  return value.items.flatMap((item) => {
    const range = rangeOf(item);
    if (range !== undefined) return [{ start: item.start, end: item.end, ...range }];
    report(
      item,
      '"rules" has an entry that is not an id or a range.',
      'Write an id such as 942100, or a range such as "942100-942199".',
    );
    return [];
  });
}

function rangeOf(item: JsonNode): { readonly from: number; readonly to: number } | undefined {
  if (item.kind === 'Number') {
    const isId = Number.isInteger(item.value) && item.value > 0 && item.value <= MOST_ID;
    return isId ? { from: item.value, to: item.value } : undefined;
  }
  const [, from, to] = (item.kind === 'String' && RANGE.exec(item.value)) || [];
  if (from === undefined || to === undefined || Number(from) > Number(to)) return undefined;
  return { from: Number(from), to: Number(to) };
}

/** Parses a target; undefined when it is malformed. Keys are compared as bytes, in lower case. */
function targetOf(text: string): ExcludedTarget | undefined {
  const found = TARGET.exec(text);
  const [, variable, key, star] = found ?? [];
  if (variable === undefined) return undefined;
  const bytes = key === undefined ? undefined : Buffer.from(key).toString('latin1');
  return {
    variable,
    key: bytes?.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
    isPrefix: star === '*',
  };
}
