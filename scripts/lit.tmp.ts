import { compile } from '../compiler/compile.ts';
import { disk } from '../compiler/disk.ts';
import { rulesOf } from '../compiler/3-specialize/tx-reads.ts';
import { requiredLiterals } from '../compiler/regex/analyze-regex.ts';
import { profileOfEntries } from '../compiler/profile.ts';
for (const pl of [1, 2]) {
  const c = compile(profileOfEntries('x', ['profiles/base.conf', `profiles/pl${pl}-setup.conf`, '../shared/data/crs/rules/*.conf']), disk);
  const all = new Set<string>(); let none = 0, one = 0, n = 0; const noneIds: number[] = [], oneIds: unknown[] = [], big: unknown[] = [];
  for (const r of rulesOf(c.program!)) for (const l of r.links) {
    const a = l.test?.argument; if (a?.kind !== 'Regex' || l.test!.negated) continue;
    n++;
    const lits = requiredLiterals(a.regex);
    if (!lits) { none++; noneIds.push(r.info.id); continue; }
    if (lits.some((x) => x.length < 2)) { one++; oneIds.push([r.info.id, lits.filter((x) => x.length < 2).slice(0, 5)]); }
    if (lits.length > 40) big.push([r.info.id, lits.length]);
    for (const x of lits) all.add(x);
  }
  console.log(pl, { n, none, one, literals: all.size }, noneIds.join(), JSON.stringify(oneIds), JSON.stringify(big));
  const lens: Record<number, number> = {}; for (const x of all) lens[x.length] = (lens[x.length] ?? 0) + 1; console.log(lens);
}
