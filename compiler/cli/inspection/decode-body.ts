/** Undoes the content codings of a request body, as the proxy does before rules read it. */
import { decodeBeginningWithZlib, decodeWithZlib } from '#adapters/node/decode-body.ts';
import type { RequestHead } from '#engine/host/compiled-waf.ts';
import { CODING_PROBLEMS, contentCodings, MOST_CODINGS } from '#engine/host/content-codings.ts';
import { headerValues } from '#engine/host/header-values.ts';
import type { Decode, ReadBody } from './run-phases.ts';

/** The statuses with which the proxy refuses bodies that it cannot decode. */
const STATUSES = { unknown: 415, broken: 400, tooLarge: 413 } as const;

/** Returns what decodes the body of the request; undefined when it has no codings. */
export function decoderFor({ headers }: RequestHead): Decode | undefined {
  const codings = contentCodings(headerValues(headers, 'content-encoding'));
  if (codings.length === 0) return undefined;
  return (body, limit, rejects) => {
    const failed = (kind: keyof typeof STATUSES): ReadBody => ({
      body,
      whole: true,
      decoding: { kind: 'failed', problem: CODING_PROBLEMS[kind], status: STATUSES[kind] },
    });
    if (codings.length > MOST_CODINGS) return failed('unknown');
    const decode = rejects ? decodeWithZlib : decodeBeginningWithZlib;
    const decoded = decode(codings, Buffer.from(body, 'latin1'), limit, true);
    if (decoded.kind !== 'Decoded')
      return failed(decoded.kind === 'Unknown' ? 'unknown' : 'broken');
    const { bytes, whole } = decoded;
    if (!whole && rejects) return failed('tooLarge');
    const text = Buffer.from(bytes).toString('latin1');
    return { body: text, whole, decoding: { kind: 'decoded' } };
  };
}
