/** Sends local replies in exchanges that may have been inspected. */
import { ENGINE_ERROR, type LocalReply, reactionTo } from '../http/response.ts';
import type { Verdict } from '../waf/inspection.ts';
import { closeInspection } from './finish.ts';
import type { Flow } from './flow.ts';

/**
 * Sends a reply of the proxy that no rule caused. Phase 3 sees its status, as rules of ModSecurity see the server's
 * own error pages, and may replace the reply.
 */
export function reply(flow: Flow, localReply: LocalReply): void {
  const { inspection } = flow.exchange;
  const verdict = inspection?.responseHeaders({
    status: localReply.status,
    protocol: 'HTTP/1.1',
    headers: localReply.headers,
  });
  if (verdict === undefined || !react(flow, verdict)) send(flow, localReply);
}

/** Sends a reply that rules cannot replace; phases 3 and 5 see its status, for the log. */
export function refuse(flow: Flow, localReply: LocalReply): void {
  const { status, headers } = localReply;
  flow.exchange.inspection?.finalResponse({ status, protocol: 'HTTP/1.1', headers });
  send(flow, localReply);
}

/** Enforces a verdict; returns false when it is Pass. */
export function react(flow: Flow, verdict: Verdict): boolean {
  switch (verdict.kind) {
    case 'Pass':
      return false;
    case 'EngineError':
      send(flow, ENGINE_ERROR);
      return true;
    case 'Blocked': {
      const reaction = reactionTo(verdict.interruption, verdict.phase);
      if (reaction.kind === 'Reply') send(flow, reaction.localReply);
      else drop(flow);
      return true;
    }
  }
}

/** Sends a reply without inspecting it. */
export function send(flow: Flow, localReply: LocalReply): void {
  const { gateway, rules, exchange, response } = flow;
  exchange.cause = localReply.cause;
  exchange.detail = localReply.text;
  if (response.destroyed) return;
  exchange.status = localReply.status;
  if (gateway.settings.auditSync) closeInspection(gateway, rules, exchange);
  flow.sendReply(localReply);
}

function drop(flow: Flow): void {
  flow.exchange.cause = 'rule';
  flow.exchange.status = 0;
  flow.drop();
}
