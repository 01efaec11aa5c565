/** Inspects the request body: phase 2. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { StoredBody } from '../body/stored-body.ts';
import { BODY_NOT_STORED } from '../http/response.ts';
import type { Inspection, Verdict } from '../waf/inspection.ts';
import { decodeRequest, type ReadableBody } from './decode-request.ts';
import type { Flow } from './flow.ts';
import { isForThread, judgeElsewhere } from './inspect-elsewhere.ts';
import { inspectWithRecords } from './inspect-with-records.ts';
import { react, refuse, reply } from './reply.ts';
import { textOfFiles } from './text-of-files.ts';
import { reportUnstored } from './unstored-body.ts';

/** Decodes the body and runs phase 2. Returns true when the request may pass; otherwise a reply has been sent. */
export async function inspectBody(
  flow: Flow,
  inspection: Inspection,
  body: StoredBody,
): Promise<boolean> {
  try {
    const readable = await decodeRequest(flow, inspection, body);
    try {
      return await judge(flow, inspection, readable);
    } finally {
      if (readable.body !== body) await readable.body.release();
    }
  } catch (error) {
    reportUnstored(flow.gateway, error);
    reply(flow, BODY_NOT_STORED);
    return false;
  }
}

async function judge(
  flow: Flow,
  inspection: Inspection,
  { body, whole, decoding, refusal }: ReadableBody,
): Promise<boolean> {
  const { reclaimer, largeBodies, shadow } = flow.gateway;
  const { requestBodyAccess, requestBodyLimit, ruleEngine } = inspection.transaction;
  if (refusal !== undefined && ruleEngine === 'On') {
    // Rules see the failure, so that it is logged. In DetectionOnly mode they read the undecoded body, which is
    // forwarded.
    inspection.requestBody('', false, decoding);
    refuse(flow, refusal);
    return false;
  }
  const limit = requestBodyAccess ? requestBodyLimit : 0;
  const truncated = requestBodyAccess && (!whole || flow.partialBody || body.size > limit);
  const length = Math.min(body.size, limit);
  const judgeText = async (text: ByteString): Promise<Verdict> =>
    inspectWithRecords(inspection, 2, () => inspection.requestBody(text, truncated, decoding));
  if (isForThread(flow, inspection, length)) {
    shadow?.skipLarge();
    const large = { body, length, truncated, decoding };
    const text = await largeBodies(() => textOfFiles(flow, inspection, large));
    if (text === undefined) return judgeElsewhere(flow, inspection, large);
    return !react(flow, await judgeText(text));
  }
  const judgeHere = async (): Promise<boolean> => {
    const text = await body.text(limit);
    if (body.isLarge) reclaimer.inspecting(text.length);
    const verdict = await judgeText(text);
    if (verdict.kind !== 'EngineError') shadow?.observe(inspection, { text, truncated, decoding });
    return !react(flow, verdict);
  };
  const judgeLarge = async (): Promise<boolean> => {
    reclaimer.reading(length);
    return judgeHere();
  };
  return body.isLarge ? largeBodies(judgeLarge) : judgeHere();
}
