/** The exceptions from the CRS regression tests are few, explained, and on the strict side. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOverrides } from '#compiler/cli/ftw/overrides.ts';

test('every override refuses what httpd lets through', () => {
  const overrides = readOverrides('test/cli/ftw/overrides.yaml');
  assert.ok(overrides.length > 0 && overrides.length <= 4, `${overrides.length} overrides`);
  for (const { ruleId, testIds, reason, output } of overrides) {
    assert.equal(testIds.length, 1, String(ruleId));
    assert.ok(reason.length > 20, String(ruleId));
    assert.ok((output?.status ?? 0) >= 400, String(ruleId));
  }
});
