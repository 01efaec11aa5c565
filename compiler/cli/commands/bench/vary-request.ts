/**
 * Varies cookies, ids and argument values of a request: real clients never send the same request twice, and an engine
 * that caches values must not gain from a repetition.
 */
import type { Random } from '#compiler/seeded-random.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Header } from '#engine/host/compiled-waf.ts';
import { headerValues } from '#engine/host/header-values.ts';
import type { BenchRequest } from './bench-request.ts';
import { randomWord, scramble } from './random.ts';

/** Returns a varied request. All its strings are new and flat, like those from a socket. */
export function varyRequest(request: BenchRequest, random: Random): BenchRequest {
  const body = varyBody(request, random);
  return {
    name: request.name,
    method: fresh(request.method),
    target: fresh(varyTarget(request.target, random)),
    headers: request.headers.map((header) => varyHeader(header, body.length, random)),
    body: fresh(body),
  };
}

function fresh(value: ByteString): ByteString {
  return Buffer.from(value, 'latin1').toString('latin1');
}

function varyTarget(target: ByteString, random: Random): ByteString {
  const queryStart = target.indexOf('?');
  const path = queryStart === -1 ? target : target.slice(0, queryStart);
  const query = queryStart === -1 ? '' : target.slice(queryStart);
  const ids = path.replace(/(?<=\/)[0-9]+(?=\/|$)/g, (id) => scramble(id, random));
  return ids + varyPairs(query, random);
}

function varyPairs(text: ByteString, random: Random): ByteString {
  return text.replace(/(?<==)[^&]+/g, (value) => varyValue(value, random));
}

/**
 * Varies a value. A number stays a number; any other value keeps its text, which may be the attack, and gets longer.
 */
function varyValue(value: ByteString, random: Random): ByteString {
  if (/^[0-9]+(?:\.[0-9]+)?$/.test(value)) return varyNumber(value, random);
  return `${value}${randomWord(random)}${scramble('xyz', random)}`;
}

/** JSON allows no leading zero. */
function varyNumber(number: ByteString, random: Random): ByteString {
  return scramble(number, random).replace(/^0(?=[0-9])/, '1');
}

function varyHeader([name, value]: Header, bodyLength: number, random: Random): Header {
  const lower = name.toLowerCase();
  if (lower === 'content-length') return [fresh(name), fresh(String(bodyLength))];
  const isSecret = lower === 'cookie' || lower === 'authorization' || lower.startsWith('x-');
  return [fresh(name), fresh(isSecret ? varyTokens(value, random) : value)];
}

/** Varies session ids and similar values: long runs of letters and digits. */
function varyTokens(value: ByteString, random: Random): ByteString {
  return value.replace(/[0-9A-Za-z]{16,}|(?<![0-9A-Za-z%])[0-9]{3,}/g, (token) =>
    scramble(token, random),
  );
}

/** A body with a content coding stays as it is: other bytes could not be decoded. */
function varyBody({ headers, body }: BenchRequest, random: Random): ByteString {
  const [coding = ''] = headerValues(headers, 'content-encoding');
  if (coding !== '') return body;
  const [type = ''] = headerValues(headers, 'content-type');
  if (type.includes('urlencoded')) return varyPairs(body, random);
  if (type.includes('json')) return varyJson(body, random);
  if (type.includes('multipart')) return varyFields(body, random);
  return body;
}

function varyJson(body: ByteString, random: Random): ByteString {
  return body.replace(
    /(": ?)(?:"((?:[^"\\]|\\.)+)"|([0-9]+(?:\.[0-9]+)?))/g,
    (_, colon: string, text: string | undefined, number: string | undefined) =>
      text === undefined
        ? `${colon}${varyNumber(number ?? '', random)}`
        : `${colon}"${varyValue(text, random)}"`,
  );
}

/** Varies form fields. The content of files stays. */
function varyFields(body: ByteString, random: Random): ByteString {
  return body.replace(
    /( name="[^"\r\n]*"\r\n\r\n)([^\r\n]+)/g,
    (_, head: string, value: string) => head + varyValue(value, random),
  );
}
