import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseRequest } from '#compiler/cli/requests/parse-request.ts';
import { classOf, readAttacks } from '#scripts/rules-report/detection.ts';
import { SHARED_DATA, testedWaf } from '#scripts/rules-report/measured-waf.ts';
import { score } from '#scripts/rules-report/score.ts';

/** Attacks in the OWASP CRS regression tests that the built-in rules catch at least, by class, at PL1 and PL2. */
const caught: Readonly<Record<string, readonly [pl1: number, pl2: number]>> = {
  911: [4, 4],
  920: [92, 122],
  921: [55, 63],
  922: [20, 20],
  930: [28, 38],
  931: [12, 33],
  932: [131, 278],
  933: [190, 220],
  934: [96, 199],
  941: [133, 157],
  942: [181, 609],
  943: [5, 5],
  944: [466, 623],
};

for (const level of [1, 2] as const) {
  test(`no class of attacks is caught less often than before at PL${level}`, async (t) => {
    if (!existsSync(join(SHARED_DATA, 'crs'))) {
      t.skip(`${SHARED_DATA}/crs is not here`);
      return;
    }
    const waf = await testedWaf('built-in', level);
    const attacks = readAttacks().filter((attack) => attack.level <= level);
    assert.ok(attacks.length > 1500, `${attacks.length} attacks`);
    for (const [name, floors] of Object.entries(caught)) {
      const found = attacks.filter(
        ({ ruleId, request }) =>
          classOf(ruleId) === name && score(waf, parseRequest(request)).isCaught,
      ).length;
      const floor = floors[level - 1] ?? 0;
      assert.ok(found >= floor, `${name}: ${found} caught, ${floor} before`);
    }
  });
}
