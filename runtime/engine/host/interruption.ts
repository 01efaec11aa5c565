import type { ByteString } from '../bytes/byte-string.ts';

/** The verdict that ends a transaction. `ruleId` 0: the engine itself, as for a body over the limit. */
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
