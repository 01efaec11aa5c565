/** The messages between the serving thread and the thread of a candidate. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Decoding, RequestHead, RuleEngineMode } from '#engine/host/compiled-waf.ts';
import type { GeoLocation } from '#engine/host/host-services.ts';
import type { Redaction } from '#engine/log/redact.ts';
import type { Judgement, Verdict } from './judgement.ts';

/** The data with which a thread is started. */
export type ShadowStart = {
  readonly kind: 'Shadow';
  /** The candidate's module. */
  readonly bytes: Uint8Array;
  readonly stepLimit: number;
  /** Undefined when the candidate's own mode applies. */
  readonly mode: RuleEngineMode | undefined;
  readonly redact: Redaction;
  /** One element: how many requests of the batch have been judged. */
  readonly progress: Int32Array<SharedArrayBuffer>;
};

/** A request to be judged. */
export type ShadowRequest = {
  readonly id: string;
  readonly head: RequestHead;
  /** The body; "" when there is none, or when the rules in force have refused the request before the body was read. */
  readonly text: ByteString;
  readonly truncated: boolean;
  readonly decoding: Decoding | undefined;
  /** The client's location; undefined when it is unknown or there is no database. */
  readonly location: GeoLocation | undefined;
  /** The verdict of the rules in force. */
  readonly verdict: Verdict;
};

/** Requests to be judged one after the other. */
export type ShadowBatch = {
  /** The requests without their bodies, in JSON: V8 copies one string to a thread faster than many objects. */
  readonly heads: string;
  readonly bodies: readonly ByteString[];
  /** Milliseconds between two requests. */
  readonly pause: number;
};

/** `index`: of the request in the batch. Nothing is sent for a request on which both rule sets agree. */
export type FromShadow =
  /** `profile`: the name under which the candidate was compiled. */
  | { readonly kind: 'Ready'; readonly profile: string }
  | { readonly kind: 'Failed'; readonly problem: string }
  | { readonly kind: 'Judged'; readonly index: number; readonly judgement: Judgement }
  /** The candidate threw an exception. */
  | { readonly kind: 'Faulted'; readonly index: number; readonly problem: string }
  /** The batch is judged. */
  | { readonly kind: 'Done' };

export function encodeBatch(requests: readonly ShadowRequest[], pause: number): ShadowBatch {
  const heads = JSON.stringify(requests.map((request) => ({ ...request, text: '' })));
  return { heads, bodies: requests.map(({ text }) => text), pause };
}

export function decodeBatch({ heads, bodies }: ShadowBatch): readonly ShadowRequest[] {
  const requests: ShadowRequest[] = JSON.parse(heads);
  return requests.map((request, index) => ({ ...request, text: bodies[index] ?? '' }));
}

export function isShadowStart(data: unknown): data is ShadowStart {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'Shadow';
}
