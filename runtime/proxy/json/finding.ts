/** Reports mistakes in JSON files of the operator, with their locations. */
import { type JsonMember, type JsonNode, type Location, readJson } from './json-text.ts';

export type FileFinding = Location & {
  /** One sentence. */
  readonly message: string;
  readonly hint: string | undefined;
};

export type Report = (location: Location, message: string, hint?: string) => void;

/** A file that is being checked. */
export type OpenedFile = {
  /** Undefined when the text is not JSON, which is reported. */
  readonly root: JsonNode | undefined;
  readonly report: Report;
  /** The findings so far. */
  readonly findings: readonly FileFinding[];
};

/** Parses a file. `text`: a byte string. */
export function openFile(text: string): OpenedFile {
  const findings: FileFinding[] = [];
  const report: Report = ({ start, end }, message, hint) =>
    findings.push({ start, end, message, hint });
  const read = readJson(text);
  if (read.kind !== 'Broken') return { root: read.root, report, findings };
  report(read.location, read.message, 'The file must be JSON: no comments, no trailing commas.');
  return { root: undefined, report, findings };
}

/** Returns line and column, both counted from 1; the column counts bytes. */
export function positionIn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}

/** Returns the first finding and the number of others in one line; undefined when there are no findings. */
export function findingsLine(
  file: string,
  text: string,
  findings: readonly FileFinding[],
): string | undefined {
  const [first, ...others] = findings.toSorted((left, right) => left.start - right.start);
  if (first === undefined) return undefined;
  const { line, column } = positionIn(text, first.start);
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${file}:${line}:${column}: ${first.message}${more}`;
}

/** Returns members by name; reports repeated and unknown names. `what`: the kind of the object, for messages. */
export function membersOf(
  node: JsonNode,
  known: readonly string[],
  what: string,
  report: Report,
): ReadonlyMap<string, JsonMember> {
  const members = new Map<string, JsonMember>();
  if (node.kind !== 'Object') {
    report(node, `${what.slice(0, 1).toUpperCase()}${what.slice(1)} must be an object.`);
    return members;
  }
  for (const member of node.members) {
    const { name, location } = member;
    const shown = JSON.stringify(name);
    if (members.has(name)) report(location, `${shown} occurs twice.`, 'Remove one of them.');
    else if (!known.includes(name))
      report(
        location,
        `${shown} is not a member of ${what}.`,
        `Its members are ${known.join(', ')}.`,
      );
    else members.set(name, member);
  }
  return members;
}

/** Returns the entries of a list of strings; reports other entries. Returns undefined when there is no such member. */
export function textsOf(
  member: JsonMember | undefined,
  report: Report,
): readonly TextEntry[] | undefined {
  if (member === undefined) return undefined;
  const { name, value } = member;
  if (value.kind !== 'Array' || value.items.length === 0) {
    report(value, `"${name}" must be a non-empty list of strings.`);
    return [];
  }
  return value.items.flatMap((item): readonly TextEntry[] => {
    if (item.kind === 'String') return [item];
    report(item, `"${name}" has an entry that is not a string.`);
    return [];
  });
}

export type TextEntry = Extract<JsonNode, { kind: 'String' }>;

/** Returns a string; undefined when there is no such member. Any other value is reported and yields undefined. */
export function textOf(member: JsonMember | undefined, report: Report): TextEntry | undefined {
  if (member === undefined) return undefined;
  const { name, value } = member;
  if (value.kind === 'String' && value.value !== '') return value;
  report(value, `"${name}" must be a non-empty string.`);
  return undefined;
}

/**
 * Returns a number from `min` to `max`; undefined when there is no such member. Any other value is reported and
 * yields undefined.
 */
export function numberOf(
  member: JsonMember | undefined,
  { min, max, whole }: { readonly min: number; readonly max: number; readonly whole: boolean },
  report: Report,
): number | undefined {
  if (member === undefined) return undefined;
  const { name, value } = member;
  const isNumber =
    value.kind === 'Number' &&
    value.value >= min &&
    value.value <= max &&
    (!whole || Number.isInteger(value.value));
  if (isNumber) return value.value;
  report(value, `"${name}" must be ${whole ? 'an integer' : 'a number'} from ${min} to ${max}.`);
  return undefined;
}
