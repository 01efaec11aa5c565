/** Generated values: honest and hostile words, a few put together, some of them disguised. */
import fc, { type Arbitrary } from 'fast-check';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { DISGUISES } from './disguises.ts';
import { ATTACKS, BENIGN } from './fragments.ts';

/** Any bytes. */
const noise: Arbitrary<ByteString> = fc
  .uint8Array({ maxLength: 12 })
  .map((bytes) => String.fromCharCode(...bytes));

export const words: Arbitrary<ByteString> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...BENIGN) },
  { weight: 4, arbitrary: fc.constantFrom(...ATTACKS) },
  { weight: 1, arbitrary: noise },
);

/** Up to three words, up to two disguises one upon the other. */
export const texts: Arbitrary<ByteString> = fc
  .tuple(
    fc.array(words, { minLength: 1, maxLength: 3 }),
    fc.constantFrom(' ', '', '/', '&'),
    fc.array(fc.constantFrom(...DISGUISES), { maxLength: 2 }),
  )
  .map(([parts, separator, disguises]) =>
    disguises.reduce((text, disguise) => disguise(text), parts.join(separator)).slice(0, 400),
  );
