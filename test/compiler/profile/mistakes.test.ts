/** Profiles that are not JSON, or not what a profile is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readProfile } from '#compiler/profile.ts';
import { memoryFiles } from '../../helpers/compile-text.ts';
import { rowTitle } from '../../helpers/row-title.ts';

/** The text of profiles/mine.json, and what is said about it; undefined when it is right. */
const rows: readonly (readonly [text: string, message: RegExp | undefined])[] = [
  ['{"files":["a.conf",]}', /^profiles\/mine\.json is not JSON\. Unexpected token.*\.$/],
  ['{"files":["a.conf"', /^profiles\/mine\.json is not JSON\. Expected ',' or '\]'.*\.$/],
  ['', /^profiles\/mine\.json is not JSON\. Unexpected end of JSON input\.$/],
  ['{"file":["a.conf"]}', /must be a JSON object with a list of texts under "files"/],
  ['[]', /must be a JSON object with a list of texts under "files"/],
  ['\xef\xbb\xbf{"files":["a.conf"]}', undefined],
];

test('a profile with a mistake has a message that names it', async (t) => {
  for (const [text, message] of rows) {
    await t.test(rowTitle(text), () => {
      const read = readProfile('mine', memoryFiles({ 'profiles/mine.json': text }), {});
      if (message === undefined) assert.equal(read.kind, 'Ok');
      else assert.match(read.kind === 'Error' ? read.message : '', message);
    });
  }
  assert.equal(rows.length, 6);
});
