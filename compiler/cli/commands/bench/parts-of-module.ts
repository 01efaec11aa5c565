/** Maps each line of a bundled module to a part of the work. */

/** The parts of the work of a transaction. */
export const PARTS = [
  'transformations',
  'scan',
  'automata',
  'operators',
  'variables',
  'log',
  'rules',
  'collector',
  'other',
] as const;

export type Part = (typeof PARTS)[number];

/** Prefixes of paths in runtime/engine; the first match counts. All other modules belong to the evaluation of rules. */
const FOLDERS: readonly (readonly [path: string, part: Part])[] = [
  ['transformations/', 'transformations'],
  ['prefilter/', 'scan'],
  ['text-search/', 'scan'],
  ['regex/', 'automata'],
  ['operators/', 'operators'],
  ['libinjection/', 'operators'],
  ['body/', 'variables'],
  ['variables/', 'variables'],
  ['transaction/request-variables', 'variables'],
  ['log/', 'log'],
];

export type LinePart = (line: number) => Part;

/**
 * Returns the part of each line, counted from 0. The bundler writes the path of each module in a comment before it:
 * modules of the engine are recognised by their folder, emitted modules are the rules.
 */
export function partsOfModule(text: string): LinePart {
  const parts: Part[] = [];
  let part: Part = 'rules';
  for (const line of text.split('\n')) {
    const path = /^\/\/ (?:.*\/)?(?:runtime\/engine\/|emitted:)(\S+)$/.exec(line)?.[1];
    if (path !== undefined) {
      part = FOLDERS.find(([folder]) => path.startsWith(folder))?.[1] ?? 'rules';
    }
    parts.push(part);
  }
  return (line) => parts[line] ?? 'rules';
}
