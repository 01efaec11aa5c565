/** Groups short test files that share a process, because most of their time is spent on loading the compiler. */
import { writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The variable with the folder of the bundles, for tests that start programs. */
export const BUNDLED_TESTS = 'PORTCULLIS_BUNDLED_TESTS';

/** Folders whose files measure or wait; each of their files has a separate process. */
const ALONE = /^(?:test\/)?(?:proxy|e2e|replicas|differential|behaviour)\//;

/**
 * Returns the programs to run by name; `test/lint/a.test.ts` has the name `lint/a.test`. A program is a test file,
 * or, for files of a folder that share a process, a module in `folder` that imports them in the given order, such
 * as `lint.test`.
 */
export function testPrograms(
  files: readonly string[],
  { folder, share }: { readonly folder: string; readonly share: boolean },
): Readonly<Record<string, string>> {
  const groups = new Map<string, string[]>();
  for (const file of files) {
    const path = relative('.', file);
    const name = !share || ALONE.test(path) ? path : dirname(path);
    groups.set(name, [...(groups.get(name) ?? []), file]);
  }
  return Object.fromEntries(
    [...groups].map(([group, members]) => {
      const name = group.replace(/^test\//, '').replace(/(?:\.test\.ts)?$/, '.test');
      const [only] = members;
      if (members.length === 1 && only !== undefined) return [name, only];
      const program = join(folder, `${name.replaceAll('/', '-')}.ts`);
      const imports = members.map((file) => `import '${file}';\n`);
      writeFileSync(program, imports.join(''));
      return [name, program];
    }),
  );
}

/** Orders the names of programs so that waiting and computing ones alternate, and neither kind is left for the end. */
export function inTurns(names: readonly string[]): readonly string[] {
  const spread = (group: readonly string[]) =>
    group.map((name, index) => ({ name, position: (index + 0.5) / group.length }));
  const waiting = spread(names.filter((name) => ALONE.test(name)));
  const computing = spread(names.filter((name) => !ALONE.test(name)));
  return [...waiting, ...computing]
    .toSorted((a, b) => a.position - b.position)
    .map(({ name }) => name);
}
