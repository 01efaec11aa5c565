/** Downloads one file over HTTP or HTTPS, with redirects, a deadline and a size limit. */
import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { ReleaseError } from './release-error.ts';

const MAX_REDIRECTS = 5;
/** The release's tarball has about 3 MB. */
const MAX_BYTES = 50 * 1024 * 1024;
const DEADLINE_MS = 120_000;

/** Returns the body of the response; throws a ReleaseError that names the address and the reason. */
export async function download(address: string): Promise<Buffer> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  let url = new URL(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    try {
      const response = await request(url, signal);
      const target = redirectOf(response, url);
      if (target === undefined) return await readBody(response);
      response.destroy();
      url = target;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ReleaseError(`${url.href}: ${reason}`);
    }
  }
  throw new ReleaseError(`${address}: more than ${MAX_REDIRECTS} redirects`);
}

function request(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? getHttps : getHttp;
  return new Promise((resolve, reject) => {
    get(url, { signal }, resolve).on('error', reject);
  });
}

/** Returns the target of a redirect; undefined when the response is the file. */
function redirectOf(response: IncomingMessage, from: URL): URL | undefined {
  const { statusCode = 0, headers } = response;
  if (statusCode === 200) return undefined;
  response.resume();
  if (statusCode < 300 || statusCode > 399 || headers.location === undefined) {
    throw new Error(`the server answers ${statusCode}`);
  }
  const target = new URL(headers.location, from);
  if (from.protocol === 'https:' && target.protocol !== 'https:') {
    throw new Error(`redirects from https to ${target.href}`);
  }
  return target;
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
