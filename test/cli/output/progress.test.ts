/** The line that says how far a command is: when it is drawn, how, and when it is not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProgress, type Progress } from '#compiler/cli/output/progress.ts';
import { portcullis } from '../../helpers/command-line.ts';

type Terminal = { readonly written: string[]; readonly progress: Progress; at: number };

function terminal(env: Readonly<Record<string, string>> = {}, isTTY = true): Terminal {
  const written: string[] = [];
  const stream = { isTTY, columns: 20, write: (text: string) => written.push(text) };
  const clock = { at: 0 };
  return {
    written,
    progress: createProgress(stream, env, () => clock.at),
    get at() {
      return clock.at;
    },
    set at(milliseconds: number) {
      clock.at = milliseconds;
    },
  };
}

test('progress shows nothing within a second, then ten lines a second', () => {
  const shown = terminal();
  for (let at = 0; at < 2000; at += 10) {
    shown.at = at;
    shown.progress.show('testing', at, 2000);
  }
  assert.equal(shown.written[0], '\rtesting 1000 of ...\x1b[K\r');
  assert.equal(shown.written.length, 10);
  shown.progress.clear();
  assert.equal(shown.written.at(-1), '\r\x1b[K');
});

test('what was never drawn is not erased; after it all begins again', () => {
  const shown = terminal();
  shown.progress.show('reading');
  shown.progress.clear();
  assert.deepEqual(shown.written, []);
  shown.at = 5000;
  shown.progress.show('again');
  assert.deepEqual(shown.written, []);
  shown.at = 6000;
  shown.progress.show('again');
  assert.deepEqual(shown.written, ['\ragain\x1b[K\r']);
  shown.progress.clear();
});

test('a command that waits draws its line, too', async () => {
  const shown = terminal();
  shown.progress.show('waiting');
  await new Promise((resolve) => setTimeout(resolve, 1100));
  assert.deepEqual(shown.written, ['\rwaiting\x1b[K\r']);
  shown.progress.clear();
});

const silent: readonly (readonly [env: Readonly<Record<string, string>>, isTTY: boolean])[] = [
  [{}, false],
  [{ NO_COLOR: '1' }, true],
  [{ CI: 'true' }, true],
  [{ TERM: 'dumb' }, true],
];

test('pipes, CI, dumb terminals and NO_COLOR get nothing', async (t) => {
  for (const [env, isTTY] of silent) {
    await t.test(`${JSON.stringify(env)} ${isTTY ? 'terminal' : 'pipe'}`, () => {
      const shown = terminal(env, isTTY);
      shown.progress.show('testing', 1, 2);
      shown.at = 5000;
      shown.progress.show('testing', 2, 2);
      shown.progress.clear();
      assert.deepEqual(shown.written, []);
    });
  }
  assert.equal(silent.length, 4);
});

test('an empty NO_COLOR or CI is none', () => {
  const shown = terminal({ NO_COLOR: '', CI: '' });
  shown.progress.show('testing');
  shown.at = 1000;
  shown.progress.show('testing');
  assert.equal(shown.written.length, 1);
  shown.progress.clear();
});

test('a process whose standard error is a pipe writes no line', () => {
  const { stderr } = portcullis(process.cwd(), ['stats', '--profile', 'pl1']);
  assert.ok(!stderr.includes('\x1b'));
});
