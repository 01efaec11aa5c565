/** Which test files run in one process: most of the time of a short one goes into loading the compiler. */
import { writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Their files measure or wait; each has a process to itself. */
const ALONE = /^test\/(?:proxy|e2e|replicas|differential|behaviour)\//;

/**
 * Returns the programs to run: the files themselves, or where those of one folder share a process, a module in
 * `folder` that imports them in the order given.
 */
export function sharedProcesses(files: readonly string[], folder: string): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const file of files) {
    const path = relative('.', file);
    const name = ALONE.test(path) ? path : dirname(path);
    groups.set(name, [...(groups.get(name) ?? []), file]);
  }
  return [...groups].map(([name, members]) => {
    const [only] = members;
    if (members.length === 1 && only !== undefined) return only;
    const program = join(folder, `${name.replaceAll('/', '-')}.test.mjs`);
    const imports = members.map((file) => `import '${pathToFileURL(file).href}';\n`);
    writeFileSync(program, imports.join(''));
    return program;
  });
}
