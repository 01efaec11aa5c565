/** The pictures of commands show what the commands print today. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { plans } from '#scripts/screenshots/pictures.ts';
import { takePicture } from '#scripts/screenshots/take-picture.ts';
import { hasTmux } from '#scripts/screenshots/terminal.ts';

test('pictures of commands show what the commands print now', async (t) => {
  if (!hasTmux()) return t.skip('tmux is not here');
  let ran = 0;
  for (const plan of plans({})) {
    if ('missing' in plan || plan.prepare !== undefined) continue;
    await t.test(plan.name, async () => {
      const drawn = readFileSync(`docs/images/${plan.name}.svg`, 'utf8');
      assert.equal(await takePicture(plan), drawn, 'make screenshots');
    });
    ran += 1;
  }
  assert.equal(ran, 4);
});
