/** `portcullis explain`: a rule as written and as compiled, or the page of a code. */
import { codes } from '../check/codes.ts';
import { explainRule, type RuleQuery } from '../explain/explain-rule.ts';
import type { RuleFiles } from '../files.ts';
import { PROJECT } from '../project.ts';
import { nearest } from '../suggest.ts';
import { type Exit, misuse, toUtf8 } from './report.ts';
import { selectProfiles } from './select-profiles.ts';

export type ExplainOptions = { readonly profile?: string; readonly entry: readonly string[] };

export function runExplain(what: string, options: ExplainOptions, files: RuleFiles): Exit {
  const query = queryOf(what);
  if (query === undefined) return explainCode(what, files);
  const selected = selectProfiles(options, files);
  if (selected.kind === 'Error') return misuse(selected.message);
  const text = explainRule(query, selected.profiles, files);
  if (text === undefined)
    return misuse(`No profile has a rule ${what}, or the profile has errors.`);
  process.stdout.write(toUtf8(text));
  return 0;
}

function queryOf(what: string): RuleQuery | undefined {
  if (/^\d+$/.test(what)) return { kind: 'Id', id: Number(what) };
  const [, file, line] = /^(.+):(\d+)$/.exec(what) ?? [];
  if (file === undefined) return undefined;
  return { kind: 'Line', file: file.replace(/^\.\//, ''), line: Number(line) };
}

function explainCode(code: string, files: RuleFiles): Exit {
  const page = codes.has(code) ? files.read(`${PROJECT}/docs/codes/${code}.md`) : undefined;
  if (page === undefined) {
    const near = nearest(code, codes.keys());
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    return misuse(`${code} is neither a rule id, nor file:line, nor a code.${hint}`);
  }
  process.stdout.write(toUtf8(page));
  return 0;
}
