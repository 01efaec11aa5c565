/** Creates attacks for the target of an exclusion from the values in the tests of its rule. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { buildRequest } from '../../ftw/build-request.ts';
import type { FtwTest } from '../../ftw/ftw-types.ts';
import { decoderFor } from '../../inspection/decode-body.ts';
import { parseRequest } from '../../requests/parse-request.ts';
import { percentEncode } from '../../requests/percent-encode.ts';
import { type RunRequest, requestOf } from '../../requests/request.ts';
import { matchesOf } from './find-hits.ts';
import type { Group } from './group-hits.ts';

/** Returns for each rule the distinct values that it matches in tests that expect it. */
export function attackValues(
  tests: readonly FtwTest[],
  waf: CompiledWaf,
  ruleIds: ReadonlySet<number>,
): ReadonlyMap<number, readonly ByteString[]> {
  const values = new Map<number, Set<ByteString>>();
  for (const { input, output } of tests.flatMap(({ stages }) => stages)) {
    const expected = output.expectIds.filter((id) => ruleIds.has(id));
    const raw = expected.length === 0 ? undefined : buildRequest(input);
    if (raw === undefined) continue;
    const request = parseRequest(raw);
    for (const { ruleId, value } of matchesOf(waf, request, decoderFor(request.head))) {
      if (!expected.includes(ruleId)) continue;
      const known = values.get(ruleId);
      if (known === undefined) values.set(ruleId, new Set([value]));
      else known.add(value);
    }
  }
  return new Map([...values].map(([id, list]) => [id, [...list]]));
}

/** Returns a request with `value` in the target of the group; undefined when the target cannot hold a value. */
export function attackRequest(
  { variable = '', keys, hits }: Group,
  value: ByteString,
): RunRequest | undefined {
  const [key = ''] = keys;
  const path = percentEncode(hits[0]?.paths.values().next().value ?? '/').replaceAll('%2F', '/');
  const request = { method: undefined, url: path, headers: [], body: '' };
  const pair = `${percentEncode(key)}=${percentEncode(value)}`;
  switch (variable) {
    case 'ARGS':
    case 'ARGS_GET':
      return requestOf({ ...request, url: `${path}?${pair}` });
    case 'ARGS_POST':
      return requestOf({ ...request, body: pair });
    case 'REQUEST_COOKIES':
      return requestOf({ ...request, headers: [['Cookie', `${key}=${percentEncode(value)}`]] });
    case 'REQUEST_HEADERS':
      return requestOf({ ...request, headers: [[key, value.replace(/[\r\n\0]/g, ' ')]] });
    default:
      return undefined;
  }
}
