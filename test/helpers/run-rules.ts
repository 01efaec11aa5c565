/** Rule text and HTTP messages -> what the rules did; every program runs with and without the optional passes, and moved between threads. */
import assert from 'node:assert/strict';
import { formatDiagnostic } from '#compiler/diagnostics.ts';
import { MemoryCollections } from '#engine/collections/persistent/memory-collections.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { type GeoLocation, type HostServices, noServices } from '#engine/host/host-services.ts';
import { compileText, type TextFiles } from './compile-text.ts';
import type { HttpRequest, HttpResponse } from './http-block.ts';
import { loadProgram } from './load-program.ts';
import { movedPhases } from './moved-transaction.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { runPhases } from './run-phases.ts';

export type Rules = {
  /** One transaction, all five phases; collections live on between exchanges. */
  readonly exchange: (request: HttpRequest, response?: HttpResponse) => Outcome;
};

const NEW_ZEALAND: GeoLocation = [
  ['country_code', 'NZ'],
  ['country_name', 'New Zealand'],
  ['country_continent', 'OC'],
];

/** A database with one network. */
const SERVICES: HostServices = {
  ...noServices,
  findLocation: (address) => (address.startsWith('198.51.100.') ? NEW_ZEALAND : undefined),
};

const NO_ANSWER: HttpResponse = {
  head: { status: 200, protocol: 'HTTP/1.1', headers: [] },
  body: '',
};

/** Throws when the text has errors. */
export async function loadRules(text: string, files: TextFiles = {}): Promise<Rules> {
  const optimized = await loadText(text, files);
  const plain = await loadText(text, files, []);
  const collections = new MemoryCollections();
  return {
    exchange: (request, response = NO_ANSWER) => {
      const outcome = run(optimized, request, response);
      const other = run(plain, request, response);
      const moved = runMoved(optimized, request, response, collections);
      assert.deepEqual(comparable(other), comparable(outcome), 'passes off, passes on');
      assert.deepEqual(comparable(moved), comparable(outcome), 'moved between threads or not');
      const tx = (name: string): string => {
        assert.equal(other.tx(name), outcome.tx(name), `tx.${name}: passes off, passes on`);
        assert.equal(moved.tx(name), outcome.tx(name), `tx.${name}: moved between threads or not`);
        return outcome.tx(name);
      };
      return { ...outcome, tx };
    },
  };
}

async function loadText(
  text: string,
  files: TextFiles,
  passes?: readonly [],
): Promise<CompiledWaf> {
  const { program, diagnostics } = compileText(text, files, passes);
  if (program === undefined) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  return loadProgram(program);
}

const comparable = ({ tx: _tx, ...outcome }: Outcome): Omit<Outcome, 'tx'> => outcome;

export function run(waf: CompiledWaf, request: HttpRequest, response: HttpResponse): Outcome {
  const transaction = waf.open(request.head, 'test', undefined, SERVICES);
  runPhases(waf, transaction, transaction, request, response);
  transaction.close();
  return outcomeOf(transaction);
}

/** The same with all phases but the first in another thread; collections stay in this one. */
function runMoved(
  waf: CompiledWaf,
  request: HttpRequest,
  response: HttpResponse,
  collections: MemoryCollections,
): Outcome {
  const transaction = waf.open(request.head, 'test', undefined, { ...SERVICES, collections });
  const phases = movedPhases(waf, transaction, SERVICES);
  runPhases(waf, transaction, phases, request, response);
  phases.close();
  return outcomeOf(transaction);
}
