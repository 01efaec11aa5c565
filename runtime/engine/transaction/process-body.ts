/** Body processors: which one parses a body, and what it produces (docs/spec/body-processors.md). */
import { type BodyVariables, bytesOutsideFiles, emptyBody } from '../body/body-variables.ts';
import { joinArguments } from '../body/join-arguments.ts';
import { bodyProcessorFor } from '../body/media-type.ts';
import { parseJson } from '../body/parse-json.ts';
import { parseMultipart } from '../body/parse-multipart.ts';
import { parseUrlEncoded } from '../body/parse-url-encoded.ts';
import { MAX_XML_VALUES, parseXml } from '../body/parse-xml.ts';
import { processUntyped, type UntypedBody } from '../body/process-untyped.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { headerValues } from '../host/header-values.ts';
import type { Tx } from './tx.ts';

type Processor = (tx: Tx, body: ByteString) => Partial<BodyVariables>;

const processors: ReadonlyMap<string, Processor> = new Map<string, Processor>([
  ['URLENCODED', processUrlEncoded],
  ['MULTIPART', processMultipart],
  ['JSON', processJson],
  ['XML', processXml],
  ['RAW', processRaw],
]);

/** Parses the body. Sets REQBODY_PROCESSOR when neither Content-Type nor rules have named a processor. */
export function processBody(tx: Tx, body: ByteString): BodyVariables {
  if (body === '') return emptyBody;
  const processor = processors.get(tx.controls.requestBodyProcessor) ?? readByContent;
  return { ...emptyBody, length: body.length, ...processor(tx, body) };
}

/** Returns whether the body without its files is longer than SecRequestBodyNoFilesLimit; 0: unlimited. */
export function exceedsNoFilesLimit({ body, settings }: Tx): boolean {
  const { requestBodyNoFilesLimit: limit } = settings;
  return limit > 0 && bytesOutsideFiles(body) > limit;
}

/**
 * Processes a body as RAW. Rules choose RAW for images; when Content-Type names a processor, only the raw body is
 * set.
 */
function processRaw(tx: Tx, body: ByteString): Partial<BodyVariables> {
  const isTyped = bodyProcessorFor(contentTypeOf(tx)) !== undefined;
  return isTyped ? { raw: body } : { raw: body, ...readByContent(tx, body) };
}

/**
 * Parses a body by its content, because no processor is named. With forceRequestBodyVariable it is also parsed as
 * URLENCODED, as in ModSecurity.
 */
function readByContent(tx: Tx, body: ByteString): Partial<BodyVariables> {
  const { controls, settings } = tx;
  const { jsonDepthLimit } = settings;
  const untyped = processUntyped(body, contentTypeOf(tx), {
    argumentsLimit: argumentsLeft(tx),
    jsonDepthLimit,
  });
  if (controls.requestBodyProcessor === '' && controls.forceRequestBodyVariable) {
    controls.requestBodyProcessor = 'URLENCODED';
    return alsoAsForm(tx, body, untyped);
  }
  if (untyped?.processor !== undefined) controls.requestBodyProcessor = untyped.processor;
  return untyped?.variables ?? {};
}

function contentTypeOf({ request }: Tx): ByteString | undefined {
  return headerValues(request.headers, 'content-type')[0];
}

function alsoAsForm(
  tx: Tx,
  body: ByteString,
  untyped: UntypedBody | undefined,
): Partial<BodyVariables> {
  const form = processUrlEncoded(tx, body);
  if (untyped?.processor !== 'JSON' && untyped?.processor !== 'XML') return form;
  const { pairs = [], xml, limitReached } = untyped.variables;
  return {
    ...form,
    decoded: undefined,
    xml,
    pairs: [...(form.pairs ?? []), ...pairs],
    limitReached: form.limitReached === true || limitReached === true,
  };
}

/** Returns how many arguments the body may have: SecArgumentsLimit counts those of query and body together. */
function argumentsLeft({ settings, variables }: Tx): number {
  return settings.argumentsLimit - variables.queryArguments.length;
}

function processUrlEncoded(tx: Tx, body: ByteString): Partial<BodyVariables> {
  const form = parseUrlEncoded(body, argumentsLeft(tx));
  return { raw: body, ...form, decoded: joinArguments(body, form) };
}

function processMultipart(tx: Tx, body: ByteString): Partial<BodyVariables> {
  const limits = { argumentsLimit: argumentsLeft(tx), fileLimit: tx.settings.uploadFileLimit };
  const { fields, flags, ...rest } = parseMultipart(contentTypeOf(tx), body, limits);
  return { pairs: fields, multipart: flags, ...rest };
}

function processJson(tx: Tx, body: ByteString): Partial<BodyVariables> {
  const { pairs, limitReached, error } = parseJson(body, {
    argumentsLimit: argumentsLeft(tx),
    depthLimit: tx.settings.jsonDepthLimit,
  });
  return { pairs, limitReached, error };
}

function processXml(_tx: Tx, body: ByteString): Partial<BodyVariables> {
  const xml = parseXml(body, MAX_XML_VALUES);
  return { xml, limitReached: xml.limitReached, error: xml.error };
}
