/** Finds the part of a directive at the cursor. The directive is incomplete, so this reads text instead of an AST. */

export type Zone =
  /** The name of the directive. */
  | 'name'
  | 'targets'
  | 'operator'
  | 'actions'
  /** Rule ids. */
  | 'ids'
  | 'tags'
  /** Paths of files. */
  | 'files'
  /** Arguments of all other directives. */
  | 'argument'
  /** Nothing to complete: between two parts, or in a comment. */
  | 'none';

export type Cursor = {
  readonly zone: Zone;
  /** Name of the directive in lower case. */
  readonly directive: string;
  /** The text from the start of the directive to the cursor, lines joined. */
  readonly before: string;
};

/** Zones by the number of double quotes before the cursor. */
const layouts: ReadonlyMap<string, readonly Zone[]> = new Map<string, readonly Zone[]>([
  ['secrule', ['targets', 'operator', 'none', 'actions']],
  ['secaction', ['actions', 'actions']],
  ['secdefaultaction', ['actions', 'actions']],
  ['secruleremovebyid', ['ids', 'ids']],
  ['secruleremovebytag', ['tags', 'tags']],
  ['include', ['files', 'files']],
  ['includeoptional', ['files', 'files']],
  ['secruleupdateactionbyid', ['ids', 'actions']],
  ['secruleupdatetargetbyid', ['ids', 'targets']],
  ['secruleupdatetargetbymsg', ['none', 'none', 'none', 'targets']],
  ['secruleupdatetargetbytag', ['tags', 'tags', 'none', 'targets']],
]);

/** Returns the cursor at `offset` of `text`, both in bytes. */
export function cursorAt(text: string, offset: number): Cursor {
  const before = directiveBefore(text, offset);
  const [, name, rest] = /^(\w+)[ \t]+([\s\S]*)$/.exec(before) ?? [];
  if (before.startsWith('#')) return { zone: 'none', directive: '', before };
  if (name === undefined || rest === undefined) return { zone: 'name', directive: '', before };
  const directive = name.toLowerCase();
  const layout = layouts.get(directive);
  const quotes = rest.replace(/\\[\s\S]/g, '').split('"').length - 1;
  return {
    zone: layout === undefined ? 'argument' : (layout[quotes] ?? 'none'),
    directive,
    before,
  };
}

/** Returns the text before the cursor, with continuation lines above (docs/spec/seclang-syntax.md#lines). */
function directiveBefore(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  let joined = (lines.pop() ?? '').replace(/^[ \t]+/, '');
  for (const line of lines.reverse()) {
    const trimmed = line.trim();
    if (trimmed.startsWith('#')) continue;
    if (!trimmed.endsWith('\\')) break;
    joined = trimmed.slice(0, -1) + joined;
  }
  return joined;
}
