/** Rules on trial (docs/shadow-rules.md). */
import { test } from 'node:test';
import { expectDifferences } from './helpers/expect-differences.ts';

test('differing verdicts are reported with the rules of both', (t) => expectDifferences(t, '0'));
