/** Generates docs/compatibility.md from the compiler's tables of the language and the differences to other engines. */
import { actions, refusedActions } from '#compiler/language/actions.ts';
import { controls, ignoredControls, refusedControls } from '#compiler/language/controls.ts';
import {
  directives,
  ruleDirectives,
  type SettingDirective,
} from '#compiler/language/directives/index.ts';
import type { NameRecord, UnsupportedNames } from '#compiler/language/name-record.ts';
import {
  operators,
  refusedOperators,
  skippedOperators,
} from '#compiler/language/operators/index.ts';
import {
  none,
  transformationRecord,
  transformations,
} from '#compiler/language/transformations/index.ts';
import { refusedVariables, variables } from '#compiler/language/variables/index.ts';
import { deviations } from './deviations.ts';

/** A name of the language, and how it is supported. */
type Row = {
  readonly name: string;
  readonly here: 'works' | 'differs' | 'no effect' | 'left out' | 'refused';
  readonly note: string;
};

type Section = { readonly title: string; readonly rows: readonly Row[] };

const works = (name: string, { differs }: NameRecord, note = ''): Row =>
  differs === undefined ? { name, here: 'works', note } : { name, here: 'differs', note: differs };
const refusedRows = (names: UnsupportedNames, prefix = ''): readonly Row[] =>
  Array.from(names.values(), ({ name, why }) => ({
    name: prefix + name,
    here: 'refused',
    note: why,
  }));

function directiveOf(record: SettingDirective): Row {
  const { name } = record;
  switch (record.kind) {
    case 'Switch':
      return works(name, record, 'On or Off');
    case 'Number':
      return works(name, record, `${record.from} to ${record.to}`);
    case 'Choice':
      return works(name, record, record.choices.join(', '));
    case 'Text':
    case 'Mode':
    case 'Own':
      return works(name, record);
    case 'Ignored':
      return { name, here: 'no effect', note: record.why };
    case 'Refused':
      return { name, here: 'refused', note: record.why };
  }
}

/** Sorts by support, then by name; names that work come first. */
function sorted(rows: readonly Row[]): readonly Row[] {
  const rank = ({ here }: Row): number => ['no effect', 'refused'].indexOf(here);
  return rows.toSorted(
    (a, b) => rank(a) - rank(b) || (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1),
  );
}

/** The sections in the order of the page. */
export const sections: readonly Section[] = [
  {
    title: 'Directives',
    rows: [
      ...Array.from(ruleDirectives, ([name, record]) => works(name, record)),
      ...Array.from(directives.values(), directiveOf),
    ],
  },
  {
    title: 'Variables',
    rows: [
      ...Array.from(variables, ([name, record]) =>
        works(name, record, record.phase === 1 ? '' : `from phase ${record.phase}`),
      ),
      ...refusedRows(refusedVariables),
    ],
  },
  {
    title: 'Operators',
    rows: [
      ...Array.from(operators.values(), (record) =>
        works(`@${record.name}`, record, record.captures === undefined ? '' : 'captures'),
      ),
      ...refusedRows(refusedOperators, '@'),
      ...refusedRows(skippedOperators, '@').map((row): Row => ({ ...row, here: 'left out' })),
    ],
  },
  {
    title: 'Transformations',
    rows: [
      works(none.name, none),
      ...Array.from(new Set(transformations.values()), (name) =>
        works(name, transformationRecord(name)),
      ),
    ],
  },
  {
    title: 'Actions',
    rows: [
      ...Array.from(actions.values(), (record) => works(record.name, record)),
      ...refusedRows(refusedActions),
    ],
  },
  {
    title: 'Options of ctl',
    rows: [
      ...Array.from(controls, ([name, record]) => works(`ctl:${name}`, record)),
      ...Array.from(
        ignoredControls.values(),
        ({ name, why }): Row => ({ name: `ctl:${name}`, here: 'no effect', note: why }),
      ),
      ...refusedRows(refusedControls, 'ctl:'),
    ],
  },
];

const AGREES = { C: 'Coraza', M: 'ModSecurity', N: 'neither' } as const;

/** Returns the whole page, with a final line end. */
export function compatibilityPage(): string {
  return `${[
    '# Compatibility with Coraza and ModSecurity',
    '<!-- Written by scripts/compat-table.ts from compiler/language/ and scripts/compatibility/. -->',
    'How Portcullis treats each name of SecLang: it **works** as the manual says, it **differs** as the note says, ' +
      'it has **no effect** (the compiler warns), rules with it are **left out** (the compiler warns), or it is ' +
      '**refused** (an error that says why). A name that is ' +
      'not here is an error too, with the nearest name as a hint. Names are compared without case.',
    ...sections.flatMap(({ title, rows }) => [
      `## ${title}`,
      table(
        ['name', 'here', 'note'],
        sorted(rows).map(({ name, here, note }) => [code(name), here, note]),
      ),
    ]),
    '## Where the engines disagree',
    'Each point was decided by what protects the site; a case of `test/behaviour/` names it by its number.',
    table(
      ['', 'point', 'here', 'agrees with'],
      deviations.map(({ about, decision, agrees }, index) => [
        String(index + 1),
        about,
        decision,
        AGREES[agrees],
      ]),
    ),
  ].join('\n\n')}\n`;
}

function code(name: string): string {
  return `\`${name}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

const REFUSED_BLOCK = /<!-- refused -->.*<!-- \/refused -->/s;

/** Returns docs/migration.md with the table of refused names; names with the same reason share a row. */
export function withRefusedTable(page: string): string {
  const names = new Map<string, string[]>();
  for (const { name, note } of sections.flatMap(({ rows }) => rows).filter(isRefused)) {
    names.set(note, [...(names.get(note) ?? []), code(name)]);
  }
  const rows = Array.from(names, ([why, each]) => [each.toSorted().join(', '), why]);
  const block = `<!-- refused -->\n${table(['name', 'why'], rows)}\n<!-- /refused -->`;
  return page.replace(REFUSED_BLOCK, () => block);
}

function isRefused({ here }: Row): boolean {
  return here === 'refused';
}
