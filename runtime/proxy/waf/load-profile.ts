/** Loads the compiled rules of a profile from a rule path variable. */
import type { TransferableWaf } from '#engine/transaction/transfer.ts';
import { messageOf } from '../message-of.ts';
import { checkManifest } from './check-manifest.ts';
import { expandPath } from './expand-paths.ts';
import { type LoadedModule, loadModule } from './load-module.ts';

export type ProfileLoad =
  | ({ readonly kind: 'Loaded' } & LoadedModule)
  | { readonly kind: 'Failed'; readonly problems: readonly string[] };

/** Number of differences that the message lists. */
const SHOWN = 3;
const REBUILD =
  'Run `make build` to compile the rules again, or name a module of `portcullis compile --out FILE.mjs`.';

/**
 * Loads the rules that `entries` names: the bundled module when empty, the module for one `*.mjs`, and for rule
 * files the bundled module if it was compiled from them (docs/spec/service.md#rule-files).
 */
export async function loadProfile(
  entries: readonly string[],
  bundled: () => Promise<TransferableWaf>,
): Promise<ProfileLoad> {
  const { files, problems } = expandAll(entries);
  if (problems.length > 0) return failed(inOneLine(problems));
  const modules = files.filter((file) => file.endsWith('.mjs'));
  const [module] = modules;
  if (module === undefined) return fromBundle(files, await bundled());
  if (files.length > 1) {
    return failed('names a module and other files: give one module, or the rule files.');
  }
  try {
    return { kind: 'Loaded', ...(await loadModule(module)) };
  } catch (error) {
    return failed(`${module} cannot be loaded: ${messageOf(error)}.`);
  }
}

function expandAll(entries: readonly string[]): { files: string[]; problems: string[] } {
  const problems: string[] = [];
  const files = entries.flatMap((entry) => {
    try {
      return expandPath(entry);
    } catch (error) {
      problems.push(`${entry}: ${messageOf(error)}`);
      return [];
    }
  });
  return { files, problems };
}

function fromBundle(files: readonly string[], bundled: TransferableWaf): ProfileLoad {
  const problems = files.length === 0 ? [] : checkManifest(files, bundled.manifest);
  if (problems.length > 0) return failed(`${inOneLine(problems)} ${REBUILD}`);
  return { kind: 'Loaded', waf: bundled, source: { kind: 'Bundled' } };
}

/** Joins the first problems into one line, because a wrong list often has many. */
function inOneLine(problems: readonly string[]): string {
  const more = problems.length - SHOWN;
  const rest = more > 0 ? [`and ${more} more`] : [];
  return `${[...problems.slice(0, SHOWN), ...rest].join('; ')}.`;
}

function failed(problem: string): ProfileLoad {
  return { kind: 'Failed', problems: [problem] };
}
