/**
 * Decides whether a request that a front describes may pass, with the same filters, rules and logs as for forwarded
 * requests.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { closeInspection } from '../exchange/finish.ts';
import type { Flow } from '../exchange/flow.ts';
import type { Gateway } from '../exchange/gateway.ts';
import { send } from '../exchange/reply.ts';
import { beginFlow, pursue } from '../exchange/serve.ts';
import { refuse } from '../http/check-protocol.ts';
import { type ClientMessage, clientMessage } from '../http/client-message.ts';
import { type LocalReply, localReply, protocolRefusal } from '../http/response.ts';
import { sendWhole } from '../http/send-response.ts';
import { crowdsec } from './crowdsec.ts';
import { ENVOY_PREFIX, envoy } from './envoy.ts';
import { forwardAuth } from './forward-auth.ts';
import type { DecisionResponse, Front } from './front.ts';
import { nginx } from './nginx.ts';

const FRONTS: ReadonlyMap<string, Front> = new Map([
  ['/', crowdsec],
  ['/forward-auth', forwardAuth],
  ['/nginx', nginx],
]);

/** Returns the front, and with it the format of the description, for the path of the query. */
function frontOf({ target }: ClientMessage): Front | undefined {
  if (target.startsWith(`${ENVOY_PREFIX}/`)) return envoy;
  // The path may have a query, because Caddy adds that of the original request.
  return FRONTS.get(target.split('?', 1)[0] ?? '');
}

/** Answers one query; never throws or rejects. */
export function serveDecision(
  gateway: Gateway,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const query = clientMessage(request);
  const front = frontOf(query);
  if (front === undefined) {
    const flow = beginFlow(gateway, query, { request, response }, response, 'untrusted');
    flow.exchange.decisionFor = 'unknown';
    send(flow, protocolRefusal(refuse(404, 'no front has this path')));
    return;
  }
  const described = front.read(query, gateway.settings.decisionKeys);
  const message = described.kind === 'Described' ? described.message : query;
  const trusted = gateway.clients.trustIn(message.peer.address) === 'trusted';
  const trust = trusted ? 'trusted' : 'untrusted';
  const begun = beginFlow(gateway, message, { request, response }, response, trust);
  begun.exchange.decisionFor = front.name;
  const partialBody = described.kind === 'Described' && described.partialBody;
  const flow = responseBy(front, { ...begun, partialBody });
  if (described.kind === 'Refused') {
    send(flow, protocolRefusal(described));
    return;
  }
  pursue(flow, {
    check: () => undefined,
    send: async () => {
      await wholeMessage(request);
      allow(flow, front);
    },
  });
}

/**
 * Waits for the end of the message. Node may emit the last bytes of a body before it sets `complete`, and a
 * response sent before that would end the connection.
 */
function wholeMessage(request: IncomingMessage): Promise<void> | undefined {
  if (request.complete || request.destroyed) return undefined;
  return new Promise((resolve) => {
    request.once('end', resolve);
    request.once('close', resolve);
  });
}

/**
 * Returns a flow whose replies are in the front's format. Instead of dropping the connection, which a front would
 * take for an error, it sends a denial.
 */
function responseBy(front: Front, flow: Flow): Flow {
  const sendReply = (reply: LocalReply): void =>
    sendResponse(flow, front.respond(reply, flow.exchange.id));
  const drop = (): void => {
    flow.exchange.status = DROPPED.status;
    sendReply(DROPPED);
  };
  return { ...flow, sendReply, drop };
}

const DROPPED = localReply(403, 'Request blocked by WAF', 'rule');

/** Allows the request. Phases 3 and 4 do not run, because the response does not pass through this process. */
function allow(flow: Flow, front: Front): void {
  const { gateway, rules, exchange } = flow;
  exchange.status = 200;
  if (gateway.settings.auditSync) closeInspection(gateway, rules, exchange);
  sendResponse(flow, front.respond(undefined, exchange.id));
}

function sendResponse({ request, response, exchange }: Flow, reply: DecisionResponse): void {
  const body = Buffer.from(reply.body, 'latin1');
  const headers = [
    ...reply.headers.flat(),
    'Content-Length',
    String(body.length),
    'Cache-Control',
    'no-store',
    'X-Request-Id',
    exchange.id,
  ];
  sendWhole(request, response, reply.status, headers, body);
}
