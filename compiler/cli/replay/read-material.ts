/** Reads the FTW tests and sample requests that a command line names. */
import type { RuleFiles } from '#compiler/rule-files.ts';
import type { FtwTest } from '../ftw/ftw-types.ts';
import { readTests } from '../ftw/read-tests.ts';
import { FtwFileError } from '../ftw/yaml-fields.ts';
import { type NamedRequest, readSamples } from './read-samples.ts';

export type Material =
  | {
      readonly kind: 'Ok';
      readonly tests: readonly FtwTest[];
      readonly samples: readonly NamedRequest[];
    }
  | { readonly kind: 'Error'; readonly message: string };

/** `ftw` is a folder or file of tests, `samples` a folder or file of JSON lines. Both are optional. */
export function readMaterial(
  { ftw, samples }: { readonly ftw?: string; readonly samples?: string },
  files: RuleFiles,
): Material {
  const read = samples === undefined ? undefined : readSamples(samples, files);
  if (read?.kind === 'Error') return read;
  try {
    const tests = ftw === undefined ? [] : readTests(ftw);
    return { kind: 'Ok', tests, samples: read?.requests ?? [] };
  } catch (error) {
    if (!(error instanceof FtwFileError)) throw error;
    return { kind: 'Error', message: error.message };
  }
}
