/**
 * What back ends read as fields of a form, rules read as arguments: the content of files is not inspected, so a field
 * must not hide in one. MULTIPART_BODIES sets the number of generated bodies.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseMultipart } from '#engine/body/parse-multipart.ts';
import { type MultipartBody, multipartBodies } from './generate-multipart.ts';
import { readers } from './readers.ts';

const { MULTIPART_BODIES = '4000' } = process.env;

type Read = {
  readonly values: readonly string[];
  /** Each part has a Content-Type. Without one formidable reads a field, whatever the file name (docs/operators.md). */
  readonly isTyped: boolean;
};

/** Returns what rules read; undefined: profiles refuse the body (rules 200002, 200003 and 200004). */
function readByRules({ type, body }: MultipartBody): Read | undefined {
  const limits = { argumentsLimit: 1000, fileLimit: 0 };
  const { fields, partHeaders, flags, error } = parseMultipart(type, body, limits);
  if (error !== undefined || flags.strictError || flags.unmatchedBoundary === 1) return undefined;
  const count = (header: RegExp) => partHeaders.filter(([, line]) => header.test(line)).length;
  return {
    values: fields.map(([, value]) => value),
    isTyped: count(/^content-type: *\S/i) === count(/^content-disposition:/i),
  };
}

test('no parser of a back end reads a field that rules do not read', async (t) => {
  const numRuns = Number(MULTIPART_BODIES);
  assert.ok(numRuns > 0, 'MULTIPART_BODIES must be a number above 0');
  let accepted = 0;
  const compared = new Map<string, number>();
  const property = fc.asyncProperty(multipartBodies, async (body) => {
    const rules = readByRules(body);
    if (rules === undefined) return;
    accepted += 1;
    for (const [name, read] of readers) {
      if (name === 'formidable' && !rules.isTyped) continue;
      const fields = await read(body);
      if (fields === undefined) continue;
      compared.set(name, (compared.get(name) ?? 0) + 1);
      const unread: readonly string[] = fields.filter((value) => !rules.values.includes(value));
      assert.deepEqual(unread, [], name);
    }
  });
  await fc.assert(property, { seed: 20_261_128, numRuns });
  const counts = [...compared].map(([name, count]) => `${name} ${count}`).join(', ');
  t.diagnostic(`${numRuns} bodies, ${accepted} accepted, of which parsers read: ${counts}`);
  assert.ok(accepted > numRuns / 20);
  for (const [name] of readers) assert.ok((compared.get(name) ?? 0) > accepted / 20, name);
});
