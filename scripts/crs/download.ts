/** Downloads one file over HTTP or HTTPS, with redirects, a deadline and a size limit. */
import { ReleaseError } from './release-error.ts';

const MAX_REDIRECTS = 5;
/** Most bytes of the file; the tarball of the release has about 3 MB. */
const MAX_BYTES = 50 * 1024 * 1024;
const DEADLINE_MS = 120_000;

/** Returns the body of the response. Throws a ReleaseError that names the address and the reason. */
export async function download(address: string): Promise<Buffer> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  let url = new URL(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    try {
      // fetch would also follow a redirect from HTTPS to HTTP.
      const response = await fetch(url, { signal, redirect: 'manual' });
      const target = redirectOf(response, url);
      if (target === undefined) return await readBody(response);
      await response.body?.cancel();
      url = target;
    } catch (error) {
      throw new ReleaseError(`${url.href}: ${reasonOf(error)}`);
    }
  }
  throw new ReleaseError(`${address}: more than ${MAX_REDIRECTS} redirects`);
}

/** Returns the reason of an error. fetch itself only reports "fetch failed", with the reason as cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}

/** Returns the target of a redirect; undefined when the response is the file. */
function redirectOf({ status, headers }: Response, from: URL): URL | undefined {
  if (status === 200) return undefined;
  const location = headers.get('location');
  if (status < 300 || status > 399 || location === null) {
    throw new Error(`the server responds with ${status}`);
  }
  const target = new URL(location, from);
  if (from.protocol === 'https:' && target.protocol !== 'https:') {
    throw new Error(`redirects from https to ${target.href}`);
  }
  return target;
}

async function readBody(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
