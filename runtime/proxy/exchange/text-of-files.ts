/** Finds large bodies that the event loop inspects as fast as small ones: most of their bytes are uploaded files. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Inspection } from '../waf/inspection.ts';
import type { Flow } from './flow.ts';
import type { LargeBody } from './inspect-elsewhere.ts';

/** Bytes of a body that the event loop parses: 0.3 ms for a megabyte of a file, and up to 80 ms for one of parameters in part heads. */
const MOST_PARSED = 1_572_864;

/**
 * Returns the text of a body when rules read no more of it than of a body that needs no other thread; otherwise
 * undefined.
 */
export async function textOfFiles(
  { gateway: { bodyInspector } }: Flow,
  { profile, transaction }: Inspection,
  { body, length, decoding }: LargeBody,
): Promise<ByteString | undefined> {
  const { partlyRead } = profile.waf.transfer ?? {};
  if (bodyInspector === undefined || partlyRead === undefined) return undefined;
  if (length > MOST_PARSED || decoding?.kind === 'failed') return undefined;
  const bytesRead = partlyRead(transaction);
  if (bytesRead === undefined) return undefined;
  const text = await body.text(length);
  return bytesRead(text) <= bodyInspector.threshold ? text : undefined;
}
