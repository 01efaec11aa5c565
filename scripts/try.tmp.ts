import { compile } from '/work/main/compiler/compile.ts';
import { disk } from '/work/main/compiler/disk.ts';
import { formatDiagnostic } from '/work/main/compiler/diagnostics.ts';
import { emit } from '/work/main/compiler/4-emit/emit.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
const entries = process.argv.slice(3).map((text) => ({ text, span: { source: { path: 'command line', text }, start: 0, end: text.length } }));
const t0 = performance.now();
const plain = process.env.PLAIN ? [] : undefined;
const c = compile({ name: process.argv[2]!, entries }, disk, plain);
for (const d of c.diagnostics.slice(0, 40)) console.log(formatDiagnostic(d));
console.log(c.diagnostics.length, 'diagnostics', performance.now() - t0, 'ms');
if (c.program) {
  console.log(c.program.manifest.rules);
  const m = emit(c.program);
  const dir = `/work/main/generated/${process.argv[2]}`;
  mkdirSync(dir, { recursive: true });
  for (const x of m) writeFileSync(`${dir}/${x.path}`, x.text);
  console.log(m.map((x) => [x.path, x.text.length]), performance.now() - t0, 'ms');
}
