/** The messages between the serving thread and the thread of a candidate. */
import type { ByteString } from '../../engine/bytes/byte-string.ts';
import type { Decoding, RequestHead, RuleEngineMode } from '../../engine/host/compiled-waf.ts';
import type { GeoLocation } from '../../engine/host/host-services.ts';
import type { Redaction } from '../../engine/log/redact.ts';
import type { Judgement } from './judgement.ts';

/** The data with which a thread is started. */
export type ShadowStart = {
  readonly kind: 'Shadow';
  /** The candidate's module. */
  readonly bytes: Uint8Array;
  readonly stepLimit: number;
  /** Undefined when the candidate's own mode applies. */
  readonly mode: RuleEngineMode | undefined;
  readonly redact: Redaction;
};

export type ToShadow = {
  readonly id: string;
  readonly head: RequestHead;
  /** The body; "" when there is none, or when the rules in force have refused the request before the body was read. */
  readonly text: ByteString;
  readonly truncated: boolean;
  readonly decoding: Decoding | undefined;
  /** The client's location; undefined when it is unknown or there is no database. */
  readonly location: GeoLocation | undefined;
};

export type FromShadow =
  /** `profile`: the name under which the candidate was compiled. */
  | { readonly kind: 'Ready'; readonly profile: string }
  | { readonly kind: 'Failed'; readonly problem: string }
  | { readonly kind: 'Judged'; readonly judgement: Judgement }
  /** The candidate threw an exception. */
  | { readonly kind: 'Faulted'; readonly problem: string };

export function isShadowStart(data: unknown): data is ShadowStart {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'Shadow';
}
