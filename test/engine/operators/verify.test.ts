/** Identity numbers: check digits, excluded numbers, candidates that overlap. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  validateNid,
  validateNidCaptures,
  verifyCC,
  verifyCCCaptures,
  verifyCPF,
  verifyCPFCaptures,
  verifySSN,
  verifySSNCaptures,
  verifySVNR,
  verifySVNRCaptures,
} from '#engine/operators/index.ts';
import { parseNidArgument } from '#engine/operators/validate-nid.ts';
import { rowTitle } from '../../helpers/row-title.ts';
import { regexSpan } from './regex-span.ts';

const CC = String.raw`\d{4}[- ]?\d{4}[- ]?\d{4}[- ]?\d{4}`;
const SSN = String.raw`\d{3}-?\d{2}-?\d{4}`;
const CPF = String.raw`[0-9]{3}\.?[0-9]{3}\.?[0-9]{3}-?[0-9]{2}`;
const SVNR = '[0-9]{4} ?[0-9]{6}';

/** TX.0, or undefined when nothing is found. */
const CASES = [
  [verifyCC, verifyCCCaptures, CC, 'card 4111-1111-1111-1111.', '4111-1111-1111-1111'],
  [verifyCC, verifyCCCaptures, CC, 'card 4111-1111-1111-1112.', undefined],
  [verifyCC, verifyCCCaptures, CC, '4111111111111112 5500000000000004', '5500000000000004'],
  [verifyCC, verifyCCCaptures, CC, '94111111111111111', '4111111111111111'],
  [verifyCC, verifyCCCaptures, '[a-z]+', 'no digits', undefined],
  [verifyCC, verifyCCCaptures, '', '4111111111111111', undefined],
  [verifySSN, verifySSNCaptures, SSN, 'ssn 078-05-1120', '078-05-1120'],
  [verifySSN, verifySSNCaptures, SSN, '000-05-1120', undefined],
  [verifySSN, verifySSNCaptures, SSN, '666-05-1120', undefined],
  [verifySSN, verifySSNCaptures, SSN, '739-05-1120', '739-05-1120'],
  [verifySSN, verifySSNCaptures, SSN, '740-05-1120', undefined],
  [verifySSN, verifySSNCaptures, SSN, '078-00-1120', undefined],
  [verifySSN, verifySSNCaptures, SSN, '078-05-0000', undefined],
  [verifySSN, verifySSNCaptures, SSN, '123456789', undefined],
  [verifySSN, verifySSNCaptures, SSN, '333-33-3333', undefined],
  [verifySSN, verifySSNCaptures, String.raw`\d+`, '9078051120', '078051120'],
  [verifyCPF, verifyCPFCaptures, CPF, 'cpf 529.982.247-25', '529.982.247-25'],
  [verifyCPF, verifyCPFCaptures, CPF, '529.982.247-24', undefined],
  [verifyCPF, verifyCPFCaptures, CPF, '529.982.247-35', undefined],
  [verifyCPF, verifyCPFCaptures, CPF, '111.111.111-11', undefined],
  [verifyCPF, verifyCPFCaptures, CPF, '01234567890', undefined],
  [verifySVNR, verifySVNRCaptures, SVNR, 'nr 1237 010180', '1237 010180'],
  [verifySVNR, verifySVNRCaptures, SVNR, '1236 010180', undefined],
  [verifySVNR, verifySVNRCaptures, SVNR, '0000 000000', undefined],
  [verifySVNR, verifySVNRCaptures, SVNR, '1234567890', undefined],
] as const;

test('identity numbers match with their check digits', async (t) => {
  for (const [operator, captures, pattern, value, expected] of CASES) {
    await t.test(rowTitle(operator), () => {
      const label = `${operator.name} ${pattern} ${value}`;
      assert.equal(operator(value, regexSpan(pattern)), expected !== undefined, label);
      const wanted = expected === undefined ? undefined : [expected];
      assert.deepEqual(captures(value, regexSpan(pattern)), wanted, label);
    });
  }
  assert.equal(CASES.length, 25);
});

test('national identity numbers match with their check digits', async (t) => {
  const rut = { country: 'cl', find: regexSpan('[0-9.]{7,10}-?[0-9kK]') } as const;
  const ssn = { country: 'us', find: regexSpan(SSN) } as const;
  const cases = [
    [rut, 'rut 12.345.678-5', ['12.345.678-5']],
    [rut, '12.345.678-4', undefined],
    [rut, '20.347.878-K and 11111111-1', ['20.347.878-K', '11111111-1']],
    [ssn, '078-05-1120, 219-09-9999', ['078-05-1120', '219-09-9999']],
    [ssn, '000-00-0000', undefined],
    [ssn, `${'000-00-0000 '.repeat(20)}078-05-1120`, ['078-05-1120']],
    [ssn, '078-05-1120 '.repeat(12), Array(10).fill('078-05-1120')],
  ] as const;
  for (const [argument, value, expected] of cases) {
    await t.test(rowTitle(argument), () => {
      assert.deepEqual(validateNidCaptures(value, argument), expected, value);
      assert.equal(validateNid(value, argument), expected !== undefined, value);
    });
  }
  assert.equal(cases.length, 7);
});

test('the argument of validateNid is a country and an expression', async (t) => {
  assert.deepEqual(parseNidArgument(String.raw`us \d+ x`), {
    kind: 'Ok',
    value: { country: 'us', pattern: String.raw`\d+ x`, index: 3 },
  });
  for (const bad of ['', 'us', 'us ', 'de x', String.raw`\d+`]) {
    await t.test(rowTitle(bad), () => {
      assert.equal(parseNidArgument(bad).kind, 'Error', bad);
    });
  }
});
