/**
 * Moves declarations that several compiled profiles share out of their modules, so that there is one copy of an
 * automaton, a function or a table. Declarations are shared when they have the same text and refer only to shared
 * declarations.
 */
import { createHash } from 'node:crypto';
import {
  type Import,
  type Module,
  parseModule,
  type Reference,
  type Statement,
} from './emitted-statements.ts';

/** Texts by file name, such as `data.ts`. */
export type ModuleTexts = ReadonlyMap<string, string>;

export type SharedDeclarations = {
  /** By profile: the rest of its modules, which import the shared declarations. */
  readonly profiles: ReadonlyMap<string, ModuleTexts>;
  /** By import specifier, such as `shared:pl1+pl2/data.ts`. */
  readonly modules: ModuleTexts;
};

/** The profiles that have a statement, joined by `+`. A statement of only one profile stays in its module. */
type Group = string;

type Profile = ReadonlyMap<string, Module>;

/** A module while it is being divided. */
type Divided = {
  readonly file: string;
  readonly module: Module;
  readonly groupOf: (statement: Statement) => Group;
  /** The text that is used for all profiles of the group. */
  readonly textOf: (statement: Statement) => string;
};

export function shareDeclarations(profiles: ReadonlyMap<string, ModuleTexts>): SharedDeclarations {
  const parsed = new Map(
    [...profiles].map(([name, texts]): [string, Profile] => [
      name,
      new Map([...texts].map(([file, text]) => [file, parseModule(file, text)])),
    ]),
  );
  const digests = new Map([...parsed].map(([name, profile]) => [name, digestsOf(name, profile)]));
  const owners = ownersOf(digests);
  const modules = new Map<string, string>();
  const left = new Map<string, ModuleTexts>();
  for (const [name, profile] of parsed) {
    const find = (statement: Statement) => owners.get(digests.get(name)?.get(statement) ?? '');
    const texts = [...profile].map(([file, module]): [string, string] => {
      const divided: Divided = {
        file,
        module,
        groupOf: (statement) => find(statement)?.names.join('+') ?? name,
        textOf: (statement) => find(statement)?.text ?? statement.text,
      };
      const groups = [...new Set(module.statements.map(divided.groupOf))];
      const others = groups.filter((group) => group !== name);
      for (const group of others)
        modules.set(`shared:${group}/${file}`, groupText(divided, group, `view:${group}/`));
      const all = others.map((group) => `export * from 'shared:${group}/${file}';`);
      return [file, [...all, groupText(divided, name, './')].join('\n')];
    });
    left.set(name, new Map(texts));
  }
  for (const [specifier, text] of viewsOf([...modules.keys()])) modules.set(specifier, text);
  return { profiles: left, modules };
}

type Owners = { readonly names: string[]; text: string };

/** Returns the profiles that have the statements of a digest, and the longest text. */
function ownersOf(
  digests: ReadonlyMap<string, ReadonlyMap<Statement, string>>,
): ReadonlyMap<string, Owners> {
  const owners = new Map<string, Owners>();
  for (const [name, ofProfile] of digests) {
    for (const [{ text }, digest] of ofProfile) {
      const known = owners.get(digest) ?? { names: [], text };
      known.names.push(name);
      if (text.length > known.text.length) known.text = text;
      owners.set(digest, known);
    }
  }
  return owners;
}

/** Returns a module with the statements of one group. `siblings`: where the other modules of the profile are. */
function groupText(divided: Divided, group: Group, siblings: string): string {
  const { module, groupOf, textOf } = divided;
  const statements = module.statements.filter((each) => groupOf(each) === group);
  return [
    ...module.imports.map((each) => importText(each, statements, siblings)),
    ...importsBetween(divided, group, statements),
    ...statements.map((each) =>
      each.name === undefined ? textOf(each) : `export ${textOf(each)}`,
    ),
  ].join('\n');
}

/**
 * Returns digests, which are equal for statements that can be shared. A statement without a declaration loads
 * something into one declaration, for example states of an automaton, which are a cache. It is shared when that
 * declaration is, and the longest text is used.
 */
function digestsOf(name: string, profile: Profile): ReadonlyMap<Statement, string> {
  const known = new Map<Statement, string>();
  const find = ({ file, name: wanted }: Reference): Statement | undefined =>
    profile.get(file)?.statements.find((each) => each.name === wanted);
  const digestOf = (file: string, statement: Statement): string => {
    const before = known.get(statement);
    if (before !== undefined) return before;
    // A preliminary digest: a statement that refers to itself through others is not shared.
    known.set(statement, `${name} ${file} ${statement.name}`);
    const references = statement.references.map((reference) => {
      const target = find(reference);
      return target === undefined ? `? ${name}` : digestOf(reference.file, target);
    });
    const isLoading = statement.name === undefined && references.length === 1;
    const parts = [file, isLoading ? '' : statement.text, ...references];
    const digest = createHash('sha256').update(parts.join('\0')).digest('hex');
    known.set(statement, digest);
    return digest;
  };
  for (const [file, { statements }] of profile)
    for (const statement of statements) digestOf(file, statement);
  return known;
}

/** Returns imports of the declarations that the statements use from the same file but from other groups. */
function importsBetween(
  { file, module, groupOf }: Divided,
  own: Group,
  statements: readonly Statement[],
): readonly string[] {
  const references = statements.flatMap((each) => each.references);
  const names = new Set(references.filter((each) => each.file === file).map(({ name }) => name));
  return module.statements.flatMap((statement) => {
    const { name } = statement;
    const group = groupOf(statement);
    if (name === undefined || group === own || !names.has(name)) return [];
    return [`import { ${name} } from 'shared:${group}/${file}';`];
  });
}

/**
 * Returns the import with the elements that these statements use. `siblings`: where other modules of the profile
 * are.
 */
function importText(
  { from, file, namespace, elements }: Import,
  statements: readonly Statement[],
  siblings: string,
): string {
  const isUsed = (name: string): boolean =>
    statements.some(({ identifiers }) => identifiers.has(name));
  const specifier = file === undefined ? from : `${siblings}${file}`;
  if (namespace !== undefined)
    return isUsed(namespace) ? `import * as ${namespace} from '${specifier}';` : '';
  const used = [...elements].filter(([name]) => isUsed(name)).map(([, text]) => text);
  if (elements.size === 0) return siblings === './' ? `import '${specifier}';` : '';
  return used.length === 0 ? '' : `import { ${used.join(', ')} } from '${specifier}';`;
}

/** Returns modules `view:GROUP/FILE` with the declarations of the file that all profiles of the group have. */
function viewsOf(specifiers: readonly string[]): ModuleTexts {
  const shared = specifiers.map((specifier) => {
    const [, group = '', file = ''] = /^shared:(.*)\/(.*)$/.exec(specifier) ?? [];
    return { specifier, group, file, owners: new Set(group.split('+')) };
  });
  const views = new Map<string, string>();
  for (const { group } of shared) {
    for (const { file } of shared) {
      const visible = shared.filter(
        (each) => each.file === file && group.split('+').every((name) => each.owners.has(name)),
      );
      const exports = visible.map(({ specifier }) => `export * from '${specifier}';`);
      views.set(`view:${group}/${file}`, exports.join('\n'));
    }
  }
  return views;
}
