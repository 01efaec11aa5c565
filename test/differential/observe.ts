/** Everything of a transaction that can be seen from outside, as plain data. */
import type { CompiledWaf, RuleEngineMode, Transaction } from '#engine/host/compiled-waf.ts';
import { errorLogLine } from '#engine/log/error-log.ts';
import type { HttpRequest, HttpResponse } from '../helpers/http-block.ts';
import type { Phases } from '../helpers/moved-transaction.ts';
import { type Outcome, outcomeOf } from '../helpers/outcome.ts';
import { runPhases } from '../helpers/run-phases.ts';

export type Observation = Omit<Outcome, 'tx'> & {
  /** Index of the phase that interrupted, from 0; -1: none. */
  readonly stopped: number;
  readonly tx: readonly (readonly [name: string, value: string])[];
  readonly log: readonly string[];
};

export type Exchange = {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  readonly mode: RuleEngineMode;
};

/** All five phases, run by `phasesOf`; `reported` are the TX variables to read at the end. */
export function observe(
  waf: CompiledWaf,
  { request, response, mode }: Exchange,
  reported: readonly string[],
  phasesOf: (transaction: Transaction) => Phases = (transaction) => transaction,
): Observation {
  const transaction = waf.open(request.head, 'differential', mode);
  const phases = phasesOf(transaction);
  const stopped = runPhases(waf, transaction, phases, request, response);
  phases.close();
  const { tx, ...outcome } = outcomeOf(transaction);
  return {
    ...outcome,
    stopped,
    tx: reported.map((name) => [name, tx(name)] as const),
    log: transaction.matches.map((match) => errorLogLine(transaction, match, 'off')),
  };
}
