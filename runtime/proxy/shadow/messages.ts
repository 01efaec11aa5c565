/** The messages between the thread that serves and the one whose rules are on trial. */
import type { ByteString } from '../../engine/bytes/byte-string.ts';
import type { Decoding, RequestHead, RuleEngineMode } from '../../engine/host/compiled-waf.ts';
import type { GeoLocation } from '../../engine/host/host-services.ts';
import type { Redaction } from '../../engine/log/redact.ts';
import type { Judgement } from './judgement.ts';

/** What a thread is started with. */
export type ShadowStart = {
  readonly kind: 'Shadow';
  /** The candidate's module. */
  readonly bytes: Uint8Array;
  readonly stepLimit: number;
  /** Undefined: the mode of the candidate. */
  readonly mode: RuleEngineMode | undefined;
  readonly redact: Redaction;
};

export type ToShadow = {
  readonly id: string;
  readonly head: RequestHead;
  /** "" when there is none, or when the rules in force have refused the request before it was read. */
  readonly text: ByteString;
  readonly truncated: boolean;
  readonly decoding: Decoding | undefined;
  /** Of the client; undefined: unknown, or there is no database. */
  readonly location: GeoLocation | undefined;
};

export type FromShadow =
  /** `profile`: the name that the candidate was compiled under. */
  | { readonly kind: 'Ready'; readonly profile: string }
  | { readonly kind: 'Failed'; readonly problem: string }
  | { readonly kind: 'Judged'; readonly judgement: Judgement }
  /** The candidate has thrown. */
  | { readonly kind: 'Faulted'; readonly problem: string };

export function isShadowStart(data: unknown): data is ShadowStart {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'Shadow';
}
