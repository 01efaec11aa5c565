/**
 * How long an author waits: from a message to the diagnostics that follow it, in the largest file of the OWASP CRS.
 * Wall clock is printed; what is asserted is the processor's time, which other work on the machine changes less.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  InitializeRequest,
} from 'vscode-languageserver-protocol/node';
import { disk } from '#compiler/cli/project/disk.ts';
import { findCrs } from '#scripts/ftw/find-crs.ts';
import { initializeParams, startClient } from './helpers/client.ts';

/** Milliseconds that the process has computed so far; undefined: this system does not say. */
function cpuOf(pid: number | undefined): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}

/** Times each is done; the median counts. */
const RUNS = 9;

const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN;

test('REQUEST-942: opening, a keystroke, and taking it back', async (t) => {
  const crs = findCrs(process.env);
  if (crs === undefined) return t.skip('no OWASP CRS: set CRS_DIR');
  const entries = crs.entries.map((entry) => resolve(entry));
  const rules = entries.flatMap((entry) => disk.glob(entry));
  const path = rules.find((entry) => entry.includes('REQUEST-942'));
  assert.ok(path !== undefined);
  const client = startClient('/', ...entries.flatMap((entry) => ['--entry', entry]));
  t.after(() => client.child.kill());
  const { connection, child } = client;
  await connection.sendRequest(InitializeRequest.type, initializeParams(null));

  const measure = async (run: () => Promise<unknown>): Promise<readonly [number, number]> => {
    const [clock, cpu] = [performance.now(), cpuOf(child.pid)];
    await run();
    const spent = cpu === undefined ? 0 : (cpuOf(child.pid) ?? cpu) - cpu;
    return [performance.now() - clock, spent];
  };
  const report = (what: string, [clock, cpu]: readonly [number, number], limit: number): void => {
    t.diagnostic(`${what}: ${clock.toFixed(0)} ms, ${cpu} ms computed (limit ${limit})`);
    assert.ok(cpu <= limit, what);
  };

  const uri = pathToFileURL(path).href;
  const text = readFileSync(path, 'utf8');
  const lines = text.split('\n');
  const line = lines.findIndex((each) => each.startsWith('SecRule '));
  const slip = lines.toSpliced(line, 1, `x${lines[line]}`).join('\n');
  const opened = measure(() => client.diagnostics(uri, (found) => found.length > 0));
  void connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: 'seclang', version: 1, text: slip },
  });
  report('first diagnostics after opening', await opened, 1000);

  let version = 1;
  const change = (start: number, end: number, inserted: string): number => {
    version += 1;
    void connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges: [
        {
          range: { start: { line, character: start }, end: { line, character: end } },
          text: inserted,
        },
      ],
    });
    return version;
  };
  const isUnknown = (code: unknown): boolean => code === 'unknown-directive';
  change(0, 1, '');
  await client.diagnostics(uri, (found) => found.length === 0);
  const [shown, cleared]: [[number, number][], [number, number][]] = [[], []];
  for (let runs = 0; runs < RUNS; runs += 1) {
    const typed = change(3, 3, 'x');
    const [clock, cpu] = await measure(() =>
      client.diagnostics(
        uri,
        (found, of) => of === typed && found.some(({ code }) => isUnknown(code)),
      ),
    );
    shown.push([clock, cpu]);
    const undone = change(3, 4, '');
    const [clockAfter, cpuAfter] = await measure(() =>
      client.diagnostics(
        uri,
        (found, of) => of === undone && !found.some(({ code }) => isUnknown(code)),
      ),
    );
    cleared.push([clockAfter, cpuAfter]);
  }
  const medians = (all: readonly (readonly [number, number])[]): readonly [number, number] => [
    median(all.map(([clock]) => clock)),
    median(all.map(([, cpu]) => cpu)),
  ];
  report('diagnostics after a keystroke', medians(shown), 100);
  report('cleared', medians(cleared), 100);
});
