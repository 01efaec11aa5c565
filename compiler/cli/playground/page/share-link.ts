/** Rules and request <-> the fragment of a link: deflated JSON in base64url. Browsers never send fragments to servers. */
import * as v from 'valibot';

export type Workspace = {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** Paths and patterns in load order. */
  readonly entries: readonly string[];
  readonly request: string;
};

/** The most chars of a fragment: mail, chats and issue trackers transport links of this length. */
const LONGEST_LINK = 32_000;
/** The most bytes of JSON in a link, because anybody can create links. */
const LARGEST_CONTENT = 4 << 20;

const PREFIX = '#v1=';

const workspace = v.object({
  files: v.array(v.object({ path: v.string(), text: v.string() })),
  entries: v.array(v.string()),
  request: v.string(),
});

export type LinkResult =
  | { readonly kind: 'Ok'; readonly fragment: string }
  | { readonly kind: 'TooLong'; readonly length: number; readonly longest: number };

export async function linkOf(content: Workspace): Promise<LinkResult> {
  const json = new Blob([JSON.stringify(content)]);
  const packed = json.stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const fragment = PREFIX + text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  if (fragment.length > LONGEST_LINK) {
    return { kind: 'TooLong', length: fragment.length, longest: LONGEST_LINK };
  }
  return { kind: 'Ok', fragment };
}

/** Returns the content of a link, or undefined when the fragment is invalid. */
export async function readLink(fragment: string): Promise<Workspace | undefined> {
  if (!fragment.startsWith(PREFIX)) return undefined;
  try {
    const text = fragment.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    const json = await inflate(bytes);
    return v.parse(workspace, JSON.parse(json));
  } catch {
    return undefined;
  }
}

/** Inflates the bytes to text. Throws on invalid data and on more than LARGEST_CONTENT bytes. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > LARGEST_CONTENT) throw new Error('The link contains too much');
    text += decoder.decode(value, { stream: true });
  }
}
