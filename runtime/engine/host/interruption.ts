import type { ByteString } from '../bytes/byte-string.ts';

/**
 * The verdict that ends a transaction. `ruleId` 0 stands for the engine itself, for example when a body exceeds the
 * limit.
 */
export type Interruption =
  | { readonly kind: 'deny'; readonly ruleId: number; readonly status: number }
  | { readonly kind: 'drop'; readonly ruleId: number; readonly status: number }
  | {
      readonly kind: 'redirect';
      readonly ruleId: number;
      /** 301, 302, 303 or 307. */
      readonly status: number;
      readonly location: ByteString;
    };
