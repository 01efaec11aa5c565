/**
 * The response body processor that ctl:responseBodyProcessor names. Coraza has only one for responses, JSON
 * (docs/spec/body-processors.md#which-processor).
 */
import type { Pair } from '../body/pair.ts';
import { parseJson } from '../body/parse-json.ts';
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';
import type { ResponseHead, Settings } from '../host/compiled-waf.ts';
import type { TxControls } from './tx-controls.ts';

/** The source of RESPONSE_ARGS and the RES_BODY_ variables; RESPONSE_BODY always holds the text itself. */
export type ResponseVariables = {
  readonly pairs: readonly Pair[];
  /** Message of the processor; undefined: no error. */
  readonly error: string | undefined;
};

export const noResponse: ResponseVariables = { pairs: [], error: undefined };

/** Returns the members of a JSON body, named as in ARGS; after an error, those that could be read. */
export function processResponse(
  { controls, settings }: { readonly controls: TxControls; readonly settings: Settings },
  body: ByteString,
): ResponseVariables {
  if (controls.responseBodyProcessor !== 'JSON' || body === '') return noResponse;
  const { argumentsLimit, responseJsonDepthLimit: depthLimit } = settings;
  const { pairs, limitReached, error } = parseJson(body, { argumentsLimit, depthLimit });
  return { pairs, error: limitReached ? 'SecArgumentsLimit reached' : error };
}

/** Returns the head of a response whose content codings have been undone, without Content-Encoding. */
export function withoutCodings(head: ResponseHead | undefined): ResponseHead | undefined {
  if (head === undefined) return undefined;
  const headers = head.headers.filter(([name]) => lowerAscii(name) !== 'content-encoding');
  return { ...head, headers };
}
