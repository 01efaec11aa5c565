/** Which TX variables have registers: those that rules name, unless the store must know them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText } from '../../helpers/compile-text.ts';

/** What is read of TX in the last phase, and what else happens to tx.x and tx.y, which requests set. */
const rows: readonly (readonly [
  name: string,
  action: string,
  target: string,
  registers: readonly string[],
])[] = [
  ['set and read', 'setvar:tx.z=1', 'TX:x|TX:y', ['x', 'y']],
  ['expires', 'expirevar:tx.x=60', 'TX:x|TX:y', ['y']],
  ['expires, in another case', 'expirevar:tx.X=60', 'TX:x|TX:y', ['y']],
  ['is deprecated', 'deprecatevar:tx.x=1/60', 'TX:x|TX:y', ['y']],
  ['expires under a name of the request', 'expirevar:tx.%{ARGS.a}=60', 'TX:x|TX:y', []],
  ['is enumerated by a pattern', 'setvar:tx.z=1', 'TX:/^x/|TX:y', ['y']],
  ['is enumerated with all others', 'setvar:tx.z=1', 'TX|TX:y', []],
  ['is a capture', 'setvar:tx.1=%{ARGS.a}', 'TX:1|TX:x|TX:y', ['x', 'y']],
];

for (const [name, action, target, registers] of rows) {
  test(`a variable that ${name}`, () => {
    const { program, diagnostics } = compileText(`SecRuleEngine On
SecRule ARGS:a "@rx ." "id:1,phase:1,pass,nolog,setvar:tx.x=%{ARGS.a},setvar:tx.y=%{ARGS.a},${action}"
SecRule ${target} "@rx ^a" "id:2,phase:2,deny,log"`);
    assert.deepEqual(diagnostics, []);
    assert.deepEqual(program?.txRegisters.toSorted(), registers);
  });
}
