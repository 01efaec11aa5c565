/** Checks that the endpoint of traces accepts spans, with a request that has none. */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { messageOf } from '#proxy/message-of.ts';
import type { ProxySettings } from '#proxy/settings/read-settings.ts';
import {
  shownUrl,
  type TracesCertificates,
  tracesCertificates,
  tracesHeaders,
  tracesUrl,
} from '#proxy/settings/traces-endpoint.ts';
import { type Check, type Condition, failed, ok } from './condition.ts';

const PART = 'traces';
const MOST_MS = 5000;
const UNREADABLE = 'The proxy does not start without it.';
/** Requests without spans. */
const EMPTY = {
  'http/json': { type: 'application/json', body: '{"resourceSpans":[]}' },
  'http/protobuf': { type: 'application/x-protobuf', body: '' },
};

export const checkTraces: Check = async ({ read }) => {
  const url = tracesUrl(read.settings);
  if (url === undefined) return [ok(PART, 'not used: OTEL_EXPORTER_OTLP_ENDPOINT is unset')];
  const shown = shownUrl(url);
  const { options, problems } = tracesCertificates(read.settings);
  if (problems.length > 0) return problems.map((problem) => failed(PART, problem, UNREADABLE));
  try {
    return [conditionOf(shown, await post(url, read.settings, options))];
  } catch (error) {
    const hint = 'Requests do not wait for it; their spans are lost. OTLP/HTTP is port 4318.';
    return [failed(PART, `${shown}: ${messageOf(error)}`, hint)];
  }
};

function conditionOf(shown: string, status: number): Condition {
  if (status >= 200 && status < 300) return ok(PART, `${shown} accepts spans`);
  const hint =
    status === 401 || status === 403
      ? 'Check the key in OTEL_EXPORTER_OTLP_HEADERS.'
      : 'Set OTEL_EXPORTER_OTLP_ENDPOINT to a receiver of OTLP/HTTP, without the path /v1/traces.';
  return failed(PART, `${shown} responds with ${status}`, hint);
}

/** Resolves to the status code. */
function post(
  url: string,
  settings: ProxySettings,
  certificates: TracesCertificates['options'],
): Promise<number> {
  const { type, body } = EMPTY[settings.otlpProtocol];
  const options = {
    method: 'POST',
    headers: { ...tracesHeaders(settings), 'Content-Type': type },
    timeout: Math.min(settings.otlpTimeout, MOST_MS),
    ...certificates,
  };
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = send(url, options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
      response.once('end', () => sent.destroy());
    });
    sent.once('timeout', () => sent.destroy(new Error('no response')));
    sent.once('error', reject);
    sent.end(body);
  });
}
