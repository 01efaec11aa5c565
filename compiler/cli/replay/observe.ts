/** Observes what rules do with a request, as far as it can be compared: verdict, score, and matches. */
import type { CompiledWaf, Transaction } from '#engine/host/compiled-waf.ts';
import { buildRequest } from '../ftw/build-request.ts';
import type { FtwTest } from '../ftw/ftw-types.ts';
import { runReflected } from '../ftw/run-in-process.ts';
import { decoderFor } from '../inspection/decode-body.ts';
import { type LimitRefusal, runPhases } from '../inspection/run-phases.ts';
import { parseRequest } from '../requests/parse-request.ts';
import type { NamedRequest } from './read-samples.ts';

export type Observation = {
  /** `passed`, `403 by 949110`, or the latter after `would be` (DetectionOnly). */
  readonly verdict: string;
  /** Inbound and outbound; "" when the rules have none. */
  readonly scores: readonly [inbound: string, outbound: string];
  /** Rule ids in the order of their matches. */
  readonly ids: readonly number[];
};

/** A request and how to run it: samples have an empty response, tests the one they define. */
export type Probe = { readonly name: string; readonly run: (waf: CompiledWaf) => Observation };

export function sampleProbe({ name, request }: NamedRequest): Probe {
  return {
    name,
    run: (waf) => {
      const transaction = waf.open(request.head, name);
      const setup = { decode: decoderFor(request.head) };
      return observationOf(transaction, runPhases(waf, transaction, request, setup));
    },
  };
}

/** Returns one probe for each stage, except stages whose request cannot be built. */
export function testProbes({ id, stages }: FtwTest): readonly Probe[] {
  return stages.flatMap(({ input }, index) => {
    const raw = buildRequest(input);
    if (raw === undefined) return [];
    const request = parseRequest(raw);
    const name = stages.length > 1 ? `${id} stage ${index + 1}` : id;
    const run = (waf: CompiledWaf): Observation => {
      const transaction = waf.open(request.head, name);
      return observationOf(transaction, runReflected(waf, transaction, request));
    };
    return [{ name, run }];
  });
}

function observationOf(transaction: Transaction, refusal: LimitRefusal | undefined): Observation {
  transaction.close();
  const score = (direction: string): string =>
    transaction.txVariable(`blocking_${direction}_anomaly_score`);
  return {
    verdict: verdictOf(transaction, refusal),
    scores: [score('inbound'), score('outbound')],
    ids: [...new Set(transaction.matches.map(({ rule }) => rule.id))],
  };
}

function verdictOf(
  { interruption: byRule, detected }: Transaction,
  refusal: LimitRefusal | undefined,
): string {
  const interruption = byRule ?? refusal;
  if (interruption !== undefined) return `${interruption.status} by ${interruption.ruleId}`;
  return detected === undefined ? 'passed' : `would be ${detected.status} by ${detected.ruleId}`;
}
