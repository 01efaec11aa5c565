/** The operators `@detectSQLi` and `@detectXSS` and what they capture. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectSqli, detectSqliCaptures } from '#engine/operators/detect-sqli.ts';
import { detectXss, detectXssCaptures } from '#engine/operators/detect-xss.ts';

test('@detectSQLi captures the fingerprint', () => {
  assert.equal(detectSqli('-1 union select 1,2,3'), true);
  assert.deepEqual(detectSqliCaptures('-1 union select 1,2,3'), ['1UE1']);
  assert.equal(detectSqli('credit union'), false);
  assert.equal(detectSqliCaptures('credit union'), undefined);
});

test('@detectXSS captures the whole value', () => {
  assert.equal(detectXss('a<script>b'), true);
  assert.deepEqual(detectXssCaptures('a<script>b'), ['a<script>b']);
  assert.equal(detectXss('a < b = c'), false);
  assert.equal(detectXssCaptures('a < b = c'), undefined);
});
