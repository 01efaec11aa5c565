/** HAR files (HTTP Archive 1.2), as browsers save them -> request parts of one entry. */
import type { Header } from '../../runtime/engine/compiled-waf.ts';
import { member, parseJson } from '../json.ts';
import { bytesOfText, type RequestParts } from './request.ts';

/** The entry of that number, from 1; undefined: no HAR file, or no such entry. */
export function parseHar(text: string, entry: number): RequestParts | undefined {
  const entries = member(member(parseJson(text), 'log'), 'entries');
  const request = Array.isArray(entries) ? member(entries[entry - 1], 'request') : undefined;
  const url = textOf(member(request, 'url'));
  if (url === undefined) return undefined;
  const listed = member(request, 'headers');
  const headers = (Array.isArray(listed) ? listed : []).flatMap(headerOf);
  const body = textOf(member(member(request, 'postData'), 'text')) ?? '';
  return { method: textOf(member(request, 'method')), url, headers, body };
}

/** Pseudo-headers of HTTP/2 are none. */
function headerOf(header: unknown): readonly Header[] {
  const [name, value] = [textOf(member(header, 'name')), textOf(member(header, 'value'))];
  return name === undefined || value === undefined || name.startsWith(':') ? [] : [[name, value]];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? bytesOfText(value) : undefined;
}
