/** A compiled module whose body phase waits as long as a test wants, in place of a body that takes long to inspect. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type HeldRules = {
  /** The path of the module. */
  readonly module: string;
  /** Bodies whose first argument has this name wait in phase 2 until `release`, without using the processor. */
  readonly hold: (name: string) => void;
  readonly release: (name: string) => void;
};

/** `module`: what `compile --out` wrote; the copy lies beside it. */
export function holdRules(module: string, folder: string): HeldRules {
  const fileOf = (name: string): string => join(folder, `hold-${name}`);
  const text = readFileSync(module, 'latin1');
  const held = text.replace(
    /phases:\[([\w$]+),([\w$]+),/,
    'phases:[$1,(transaction)=>{hold(transaction.body.pairs[0]?.[0]);return $2(transaction)},',
  );
  assert.notEqual(held, text, 'the module has no phases');
  const path = join(folder, 'held.mjs');
  const hold = `const hold=(name)=>{while(/^\\w+$/.test(name)&&process.getBuiltinModule('node:fs').existsSync(${JSON.stringify(fileOf(''))}+name))Atomics.wait(new Int32Array(new SharedArrayBuffer(4)),0,0,20)};`;
  writeFileSync(path, hold + held, 'latin1');
  return {
    module: path,
    hold: (name) => writeFileSync(fileOf(name), ''),
    release: (name) => rmSync(fileOf(name)),
  };
}
