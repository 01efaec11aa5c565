/** The same rules compiled twice: with all optional passes, and with none or few. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Pass } from '#compiler/3-specialize/program.ts';
import { isRead, rulesOf } from '#compiler/3-specialize/tx-reads.ts';
import { disk } from '#compiler/cli/project/disk.ts';
import { compile } from '#compiler/compile.ts';
import { formatDiagnostic } from '#compiler/diagnostics.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { loadProgram } from '../helpers/load-program.ts';

export type Programs = {
  /** What the rules are, for the report. */
  readonly name: string;
  readonly optimized: CompiledWaf;
  readonly plain: CompiledWaf;
  /** TX variables that hosts report: captures and scores. */
  readonly reported: readonly string[];
};

const { SHARED_DATA = '../shared/data' } = process.env;
const CRS = join(SHARED_DATA, 'crs');

/**
 * The OWASP CRS at paranoia level 4 where it is, else the built-in rules at that level. `few`: the optional passes of
 * the plain program.
 */
export async function loadPrograms(few: readonly Pass[] = []): Promise<Programs> {
  return existsSync(CRS)
    ? loadBoth(few, 'OWASP CRS', [
        'test/cli/ftw/base.conf',
        `${CRS}/crs-setup.conf.example`,
        `${CRS}/rules/*.conf`,
      ])
    : loadBuiltIn(few);
}

export function loadBuiltIn(few: readonly Pass[] = []): Promise<Programs> {
  return loadBoth(few, 'built-in rules', [
    'test/rules/measure.conf',
    'test/rules/all-rules.conf',
    'rules/*.conf',
  ]);
}

async function loadBoth(
  few: readonly Pass[],
  name: string,
  entries: readonly string[],
): Promise<Programs> {
  const profile = profileOfEntries(name, entries);
  const { program: optimized, diagnostics } = compile(profile, disk);
  const plain = compile(profile, disk, few).program;
  if (optimized === undefined || plain === undefined) {
    throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  }
  const { read, active: kept } = optimized.manifest.rules;
  const set = rulesOf(plain)
    .flatMap((rule) => rule.links.flatMap((link) => link.effects))
    .flatMap((effect) => (effect.kind === 'SetVariable' ? [effect.name] : []))
    .flatMap(([first, ...others]) =>
      first?.kind === 'Literal' && others.length === 0 ? [first.text.toLowerCase()] : [],
    );
  return {
    name: `${name}: ${read} rules, ${kept} after all passes`,
    optimized: await loadProgram(optimized),
    plain: await loadProgram(plain),
    reported: [
      ...Array.from({ length: 10 }, (_, group) => String(group)),
      ...new Set(set.filter(isReported)),
    ],
  };
}

/** What is kept although no rule reads it. */
function isReported(text: string): boolean {
  return isRead([{ kind: 'Literal', text }], { names: new Set(), patterns: [], all: false });
}
