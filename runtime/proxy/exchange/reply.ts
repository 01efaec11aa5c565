/** Answers of our own, in an exchange that may have been inspected. */
import { type Answer, ENGINE_FAULT, reactionTo } from '../http/response.ts';
import { sendAnswer } from '../http/send-response.ts';
import type { Verdict } from '../waf/inspection.ts';
import { closeInspection } from './finish.ts';
import type { Flow } from './flow.ts';

/**
 * Sends an answer that no rule asked for. Phase 3 sees its status, as the rules of ModSecurity
 * see the server's own error pages, and may replace it.
 */
export function reply(flow: Flow, answer: Answer): void {
  const { inspection } = flow.exchange;
  const verdict = inspection?.responseHeaders({
    status: answer.status,
    protocol: 'HTTP/1.1',
    headers: answer.headers,
  });
  if (verdict === undefined || !react(flow, verdict)) send(flow, answer);
}

/** Sends an answer that stands whatever the rules say; phases 3 and 5 see its status, for the log. */
export function refuse(flow: Flow, answer: Answer): void {
  const { status, headers } = answer;
  flow.exchange.inspection?.responseHeaders({ status, protocol: 'HTTP/1.1', headers });
  send(flow, answer);
}

/** Does what a verdict asks for; false when it asks for nothing. */
export function react(flow: Flow, verdict: Verdict): boolean {
  switch (verdict.kind) {
    case 'pass':
      return false;
    case 'fault':
      send(flow, ENGINE_FAULT);
      return true;
    case 'blocked': {
      const reaction = reactionTo(verdict.interruption, verdict.phase);
      if (reaction.kind === 'answer') send(flow, reaction.answer);
      else drop(flow);
      return true;
    }
  }
}

/** Sends without asking the rules. */
export function send(flow: Flow, answer: Answer): void {
  const { gateway, rules, exchange, request, response } = flow;
  exchange.cause = answer.cause;
  exchange.detail = answer.text;
  if (response.destroyed) return;
  exchange.status = answer.status;
  if (gateway.settings.auditSync) closeInspection(gateway, rules, exchange);
  sendAnswer(request, response, answer, exchange.id);
}

function drop({ exchange, request }: Flow): void {
  exchange.cause = 'rule';
  exchange.status = 0;
  request.socket.destroy();
}
