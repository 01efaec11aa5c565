/**
 * Implements CrowdSec's AppSec protocol for its bouncers: X-Crowdsec-Appsec-* describe the request, whose body
 * follows.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { type ByteString, lowerAscii } from '#engine/bytes/byte-string.ts';
import type { Header } from '#engine/host/compiled-waf.ts';
import { headerValues } from '#engine/host/header-values.ts';
import { refuse } from '../http/check-protocol.ts';
import { addressInEntry } from '../http/ip-address.ts';
import type { LocalReply } from '../http/response.ts';
import { describedRequest, takeHeaders } from './described-request.ts';
import { type DecisionResponse, type Front, relayedStatus } from './front.ts';

const PREFIX = 'x-crowdsec-appsec-';
const KEY = `${PREFIX}api-key`;
const CLIENT = `${PREFIX}ip`;
const METHOD = `${PREFIX}verb`;
const TARGET = `${PREFIX}uri`;
const HOST = `${PREFIX}host`;
const USER_AGENT = `${PREFIX}user-agent`;

export const crowdsec: Front = {
  name: 'crowdsec',
  read: (query, keys) => {
    const [given, ...more] = headerValues(query.headers, KEY);
    if (given === undefined || more.length > 0 || !isOneOf(given, keys))
      return refuse(401, 'unknown API key');
    const taken = takeHeaders(query.headers, [CLIENT, METHOD, TARGET, HOST]);
    if (taken.kind === 'Refused') return taken;
    const agents = headerValues(taken.rest, USER_AGENT);
    if (agents.length > 1) return refuse(400, `${USER_AGENT} occurs twice`);
    const clientAddress = addressInEntry(taken.valueOf(CLIENT));
    if (clientAddress === undefined) return refuse(400, `${CLIENT} is not an address`);
    const own = taken.rest.filter(([name]) => !lowerAscii(name).startsWith(PREFIX));
    return describedRequest(query, {
      method: taken.valueOf(METHOD),
      target: taken.valueOf(TARGET),
      host: taken.valueOf(HOST),
      clientAddress,
      headers: withUserAgent(own, agents[0]),
    });
  },
  // Bouncers let requests pass when they get a status other than 200, 401 and 403.
  respond: (reply) => {
    if (reply === undefined) return jsonResponse(200, { action: 'allow', http_status: 200 });
    const status = reply.status === 401 && reply.cause === 'protocol' ? 401 : 403;
    return jsonResponse(status, { action: 'ban', http_status: statusForClient(reply) });
  },
};

/** Returns the status for the client. The client gets only a text, so a redirect would have no location. */
function statusForClient(reply: LocalReply): number {
  const status = relayedStatus(reply);
  return status < 400 ? 403 : status;
}

function jsonResponse(status: number, content: object): DecisionResponse {
  const headers: Header[] = [['Content-Type', 'application/json']];
  return { status, headers, body: `${JSON.stringify(content)}\n` };
}

/** Compares in a time that does not depend on the keys. */
function isOneOf(given: ByteString, keys: readonly string[]): boolean {
  const digest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
  const own = digest(Buffer.from(given, 'latin1'));
  return keys.filter((key) => timingSafeEqual(digest(Buffer.from(key)), own)).length > 0;
}

/**
 * Replaces the User-Agent of the bouncer's HTTP library by the client's, which the bouncer names. Several values
 * that the client itself has sent are kept.
 */
function withUserAgent(
  headers: readonly Header[],
  agent: ByteString | undefined,
): readonly Header[] {
  if (agent === undefined || agent === '') return headers;
  const given = headerValues(headers, 'user-agent');
  if (given.includes(agent)) return headers;
  const others =
    given.length > 1 ? headers : headers.filter(([name]) => lowerAscii(name) !== 'user-agent');
  return [...others, ['User-Agent', agent]];
}
