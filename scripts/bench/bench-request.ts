/** A request as benchmarks keep it, and the request mixes. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ByteString } from '../../runtime/engine/byte-string.ts';
import type { Header } from '../../runtime/engine/compiled-waf.ts';
import { builtInMixes } from './built-in-mixes.ts';

export type BenchRequest = {
  readonly name: string;
  readonly method: ByteString;
  readonly target: ByteString;
  /** With Host and Content-Length. */
  readonly headers: readonly Header[];
  readonly body: ByteString;
};

/** Requests of one kind: `browse`, `form`, `json`, `upload`, `attack`. */
export type Mix = { readonly name: string; readonly requests: readonly BenchRequest[] };

const NAMES = ['browse', 'form', 'json', 'upload', 'attack'];

/** One line of a mix file: `body` is text, `bodyBase64` bytes. */
export type MixLine = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly bodyBase64?: string;
};

/** NAME.jsonl of the folder; the project's own small mixes when it is not there. */
export function readMixes(folder: string): readonly Mix[] {
  if (!existsSync(folder)) {
    return builtInMixes.map(({ name, lines }) => ({ name, requests: lines.map(toRequest) }));
  }
  return NAMES.map((name) => {
    const lines = readFileSync(join(folder, `${name}.jsonl`), 'utf8')
      .trim()
      .split('\n');
    return { name, requests: lines.map((line) => toRequest(JSON.parse(line))) };
  });
}

/** Text becomes bytes, and the two headers that every real request has are added. */
export function toRequest(line: MixLine): BenchRequest {
  const { name, method, path, headers, body = '', bodyBase64 } = line;
  const bytes =
    bodyBase64 === undefined ? Buffer.from(body, 'utf8') : Buffer.from(bodyBase64, 'base64');
  return {
    name,
    method,
    target: path,
    headers: [
      ['Host', 'www.example.com'],
      ...Object.entries(headers),
      ...(bytes.length > 0 ? [['Content-Length', String(bytes.length)] as const] : []),
    ],
    body: bytes.toString('latin1'),
  };
}
