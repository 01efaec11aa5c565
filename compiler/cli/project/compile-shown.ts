/** Compiles with a progress line on the terminal. */
import type { Pass } from '#compiler/3-specialize/program.ts';
import { passes } from '#compiler/3-specialize/specialize.ts';
import { type Compilation, compile, type Profile } from '#compiler/compile.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { progress } from '../output/progress.ts';

/** Compiles, and shows the progress; the compiler itself does not use the terminal. */
export function compileShown(
  profile: Profile,
  files: RuleFiles,
  optional: readonly Pass[] = passes,
): Compilation {
  const { name } = profile;
  const shownFiles: RuleFiles = {
    ...files,
    read: (path) => {
      progress.show(`${name}: reading ${path}`);
      return files.read(path);
    },
  };
  const shownPasses = optional.map(
    (pass): Pass => ({
      ...pass,
      run: (program) => {
        progress.show(`${name}: ${pass.name}`);
        return pass.run(program);
      },
    }),
  );
  const compilation = compile(profile, shownFiles, shownPasses);
  progress.show(`${name}: writing the module`);
  return compilation;
}
