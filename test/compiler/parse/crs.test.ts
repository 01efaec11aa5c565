import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Directive } from '#compiler/1-parse/ast.ts';
import { parse } from '#compiler/1-parse/parse.ts';
import { spanWithin } from '#compiler/1-parse/source-offset.ts';
import { Diagnostics } from '#compiler/diagnostics.ts';
import type { SourceFile } from '#compiler/source.ts';
import { cpuMilliseconds } from '../../helpers/cpu-time.ts';
import { textsOf } from './summarize.ts';

const directory = join(process.env['SHARED_DATA'] ?? '../shared/data', 'crs');
const missing = existsSync(directory) ? false : `no OWASP CRS in ${directory}`;

function readRules(): SourceFile[] {
  const rules = readdirSync(join(directory, 'rules')).filter((name) =>
    /\.conf(\.example)?$/.test(name),
  );
  const paths = ['crs-setup.conf.example', ...rules.sort().map((name) => `rules/${name}`)];
  return paths.map((path) => ({ path, text: readFileSync(join(directory, path), 'latin1') }));
}

function parseAll(sources: readonly SourceFile[]): Directive[] {
  const diagnostics = new Diagnostics();
  const directives = sources.flatMap((source) => parse(source, diagnostics));
  assert.deepEqual(diagnostics.list, []);
  return directives;
}

function count(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

test('OWASP CRS 4.28 parses to its known numbers of directives', { skip: missing }, () => {
  const directives = parseAll(readRules());
  const kinds = count(
    directives.map((node) => (node.kind === 'Setting' ? node.name.text : node.kind)),
  );
  assert.deepEqual(Object.fromEntries(kinds), {
    SecRule: 695,
    SecAction: 8,
    SecRuleUpdateTarget: 55,
    SecMarker: 30,
    SecDefaultAction: 5,
    SecComponentSignature: 1,
  });
  const actions = directives.flatMap((node) => ('actions' in node ? node.actions : []));
  const names = count(actions.map((action) => action.name.text));
  const expected = {
    id: 630,
    tag: 3089,
    t: 840,
    setvar: 684,
    chain: 73,
    block: 345,
    skipAfter: 206,
  };
  for (const [name, number] of Object.entries(expected))
    assert.equal(names.get(name), number, name);
  const targets = directives.flatMap((node) => (node.kind === 'SecRule' ? node.targets : []));
  assert.equal(targets.length, 1749);
  assert.equal(targets.filter(({ selector }) => selector?.kind === 'XPath').length, 351);
});

test('every text of OWASP CRS is where its span says', { skip: missing }, () => {
  const texts = textsOf(parseAll(readRules()));
  for (const text of texts) {
    const { source, start } = text.span;
    if (text.text === '' || start === text.span.end) continue;
    const last = text.text.length - 1;
    for (const index of [0, last >> 1, last]) {
      assert.equal(
        source.text[spanWithin(text, index, index + 1).start],
        text.text[index],
        text.text,
      );
    }
  }
  assert.ok(texts.length > 10_000, `only ${texts.length}`);
});

test('OWASP CRS parses fast', { skip: missing }, (t) => {
  const sources = readRules();
  parseAll(sources);
  const took = cpuMilliseconds(() => parseAll(sources));
  t.diagnostic(`${sources.length} files in ${Math.round(took)} ms`);
  assert.ok(took < 700, `${took} ms`);
});
