/** Random bytes in the codings that uploads travel in, and requests that carry them in one value. */
import type { ParsedRequest } from '#compiler/cli/requests/parse-request.ts';
import { type Random, seededRandom } from '#compiler/seeded-random.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { request } from '#scripts/rules-report/benign-requests.ts';
import { score } from '#scripts/rules-report/score.ts';

export type RandomKind = {
  readonly name: string;
  /** So many characters, the same for the same seed. */
  readonly make: (length: number, seed: number) => ByteString;
};

export const codings: readonly RandomKind[] = [
  { name: 'base64', make: (length, seed) => coded((length * 3) / 4, seed, 'base64') },
  { name: 'base64url', make: (length, seed) => coded((length * 3) / 4, seed, 'base64url') },
  { name: 'hex', make: (length, seed) => coded(length / 2, seed, 'hex') },
];

export const printable: RandomKind = {
  name: 'printable',
  make: (length, seed) => filled(length, seed, (random) => 0x20 + Math.floor(random() * 95)),
};

function coded(size: number, seed: number, coding: 'base64' | 'base64url' | 'hex'): ByteString {
  const bytes = filled(Math.floor(size), seed, (random) => Math.floor(random() * 256));
  return Buffer.from(bytes, 'latin1').toString(coding);
}

function filled(length: number, seed: number, byte: (random: Random) => number): ByteString {
  const random = seededRandom(seed);
  const bytes = Buffer.alloc(length);
  for (let index = 0; index < length; index += 1) bytes[index] = byte(random);
  return bytes.toString('latin1');
}

type Upload = { readonly name: string; readonly carry: (text: ByteString) => ParsedRequest };

/** A form field is sent as browsers do, and as programs do that forget to encode it: `+` is a blank then. */
export const uploads: readonly Upload[] = [
  {
    name: 'JSON',
    carry: (text) => upload('application/json', JSON.stringify({ content: text })),
  },
  { name: 'form', carry: (text) => upload(FORM, `content=${encodeURIComponent(text)}`) },
  { name: 'raw form', carry: (text) => upload(FORM, `content=${text}`) },
];

const FORM = 'application/x-www-form-urlencoded';

function upload(type: string, body: ByteString): ParsedRequest {
  const headers = [
    ['Content-Type', type],
    ['Content-Length', String(body.length)],
  ] as const;
  return request('POST', '/upload', headers, body);
}

/** Ids of the detection rules that match `text`, by upload; and those that would be denied. */
export function falseAlarms(
  waf: CompiledWaf,
  text: ByteString,
  by: readonly Upload[] = uploads,
): readonly string[] {
  return by.flatMap(({ name, carry }) => {
    const { isCaught, ruleIds } = score(waf, carry(text));
    const ids = [...ruleIds].map((id) => `${name}: ${id}`);
    return isCaught ? [...ids, `${name}: denied`] : ids;
  });
}
