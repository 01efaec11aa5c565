/** Body processors: which one reads a body, and what it makes of it (spec: seclang 4). */
import type { ByteString } from '../bytes/byte-string.ts';
import { headerValues } from '../transaction/request-variables.ts';
import type { Tx } from '../transaction/tx.ts';
import { type BodyVariables, emptyBody } from './body-variables.ts';
import { parseJson } from './parse-json.ts';
import { parseMultipart } from './parse-multipart.ts';
import { parseUrlEncoded } from './parse-url-encoded.ts';
import { parseXml } from './parse-xml.ts';

type Processor = (tx: Tx, body: ByteString) => Partial<BodyVariables>;

const processors: ReadonlyMap<string, Processor> = new Map<string, Processor>([
  ['URLENCODED', processUrlEncoded],
  ['MULTIPART', processMultipart],
  ['JSON', processJson],
  ['XML', processXml],
  ['RAW', (_tx, body) => ({ raw: body })],
]);

/** Texts and attributes are no arguments: large documents are legitimate. */
const MAX_XML_VALUES = 100_000;

/** Sets REQBODY_PROCESSOR to URLENCODED when a body without a processor is forced to have one. */
export function processBody(tx: Tx, body: ByteString): BodyVariables {
  const { controls } = tx;
  if (body === '') return emptyBody;
  if (controls.requestBodyProcessor === '' && controls.forceRequestBodyVariable) {
    controls.requestBodyProcessor = 'URLENCODED';
  }
  const processor = processors.get(controls.requestBodyProcessor);
  return { ...emptyBody, length: body.length, ...processor?.(tx, body) };
}

function processUrlEncoded(tx: Tx, body: ByteString): Partial<BodyVariables> {
  return { raw: body, ...parseUrlEncoded(body, tx.settings.argumentsLimit) };
}

function processMultipart(tx: Tx, body: ByteString): Partial<BodyVariables> {
  const [contentType] = headerValues(tx.request, 'content-type');
  const { argumentsLimit, uploadFileLimit } = tx.settings;
  const limits = { argumentsLimit, fileLimit: uploadFileLimit };
  const { fields, flags, ...rest } = parseMultipart(contentType, body, limits);
  return { pairs: fields, multipart: flags, ...rest };
}

function processJson(tx: Tx, body: ByteString): Partial<BodyVariables> {
  const { argumentsLimit, jsonDepthLimit } = tx.settings;
  const { pairs, limitReached, error } = parseJson(body, {
    argumentsLimit,
    depthLimit: jsonDepthLimit,
  });
  return { pairs, limitReached, error };
}

function processXml(_tx: Tx, body: ByteString): Partial<BodyVariables> {
  const xml = parseXml(body, MAX_XML_VALUES);
  return { xml, limitReached: xml.limitReached, error: xml.error };
}
