/** Reads sample requests, one JSON object a line: `name`, `method`, `path`, `headers`, `body` or `bodyBase64`. */
import { member, membersOf, parseJson, textOf } from '#compiler/json.ts';
import { cannotRead, type RuleFiles, whyNotRead } from '#compiler/rule-files.ts';
import { bytesOfText } from '#compiler/utf8.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Header } from '#engine/host/compiled-waf.ts';
import { type RunRequest, requestOf } from '../requests/request.ts';

/** A request with its name in reports. */
export type NamedRequest = { readonly name: string; readonly request: RunRequest };

export type SamplesResult =
  | { readonly kind: 'Ok'; readonly requests: readonly NamedRequest[] }
  | { readonly kind: 'Error'; readonly message: string };

/** `path` is a file, or a folder whose `*.jsonl` files are read in byte order. */
export function readSamples(path: string, files: RuleFiles): SamplesResult {
  const folder = path.replace(/\/+$/, '');
  const paths = path.endsWith('.jsonl') ? [path] : files.glob(`${folder}/*.jsonl`);
  if (paths.length === 0) return wrong(whyNone(path, files));
  const requests: NamedRequest[] = [];
  for (const each of paths) {
    const text = files.read(each);
    if (text === undefined) return wrong(cannotRead(each, files, `the samples ${each}`));
    for (const [index, line] of text.split('\n').entries()) {
      if (line.trim() === '') continue;
      const request = readSample(line, `${each}:${index + 1}`);
      if (request === undefined) return wrong(`${each}:${index + 1} is not a request with a path.`);
      requests.push(request);
    }
  }
  return { kind: 'Ok', requests };
}

function whyNone(path: string, files: RuleFiles): string {
  const isMissing = files.read(path) === undefined && whyNotRead(path, files) === undefined;
  return isMissing
    ? cannotRead(path, files, `the samples ${path}`)
    : `${path} has no *.jsonl files.`;
}

/** `line` is bytes of UTF-8 text. */
function readSample(line: string, location: string): NamedRequest | undefined {
  const sample = parseJson(Buffer.from(line, 'latin1').toString('utf8'));
  const url = textOf(member(sample, 'path')) ?? textOf(member(sample, 'url'));
  if (url === undefined) return undefined;
  const request = requestOf({
    method: textOf(member(sample, 'method')),
    url: bytesOfText(url),
    headers: membersOf(member(sample, 'headers')).flatMap(headerOf),
    body: bodyOf(sample),
  });
  return { name: bytesOfText(textOf(member(sample, 'name')) ?? location), request };
}

function headerOf([name, value]: readonly [string, unknown]): readonly Header[] {
  return typeof value === 'string' ? [[bytesOfText(name), bytesOfText(value)]] : [];
}

function bodyOf(sample: unknown): ByteString {
  const encoded = textOf(member(sample, 'bodyBase64'));
  if (encoded !== undefined) return Buffer.from(encoded, 'base64').toString('latin1');
  return bytesOfText(textOf(member(sample, 'body')) ?? '');
}

function wrong(message: string): SamplesResult {
  return { kind: 'Error', message };
}
