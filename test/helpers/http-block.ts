/** HTTP messages as tests write them: lines, `\xHH` for any byte, every line end sent as CRLF. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Header, RequestHead, ResponseHead } from '#engine/host/compiled-waf.ts';

export type HttpRequest = { readonly head: RequestHead; readonly body: ByteString };
export type HttpResponse = { readonly head: ResponseHead; readonly body: ByteString };

/** Nothing is added: rules see the headers that are written. `from` is the client's address. */
export function parseRequest(text: string, from = '192.0.2.1'): HttpRequest {
  const { start, headers, body } = parseMessage(text);
  const [, method = '', target = '', protocol = ''] = /^(\S*) (.*) (\S*)$/.exec(start) ?? [];
  const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? '';
  const head: RequestHead = {
    method,
    target,
    protocol,
    headers,
    remoteAddress: from,
    remotePort: 40000,
    serverAddress: '198.51.100.1',
    serverPort: 80,
    serverName: host.toLowerCase().replace(/:\d*$/, ''),
  };
  return { head, body };
}

export function parseResponse(text: string): HttpResponse {
  const { start, headers, body } = parseMessage(text);
  const [, protocol = '', status = ''] = /^(\S+) (\d{3})/.exec(start) ?? [];
  return { head: { status: Number(status), protocol, headers }, body };
}

type Message = {
  readonly start: ByteString;
  readonly headers: readonly Header[];
  readonly body: ByteString;
};

function parseMessage(text: string): Message {
  const [start = '', ...lines] = text.split('\n');
  const blank = lines.indexOf('');
  const head = blank === -1 ? lines : lines.slice(0, blank);
  const body = blank === -1 ? [] : lines.slice(blank + 1);
  return {
    start: toBytes(start),
    headers: head.map((line): Header => {
      const [, name = '', value = ''] = /^([^:]*): ?(.*)$/.exec(line) ?? [];
      return [toBytes(name), toBytes(value)];
    }),
    body: toBytes(body.join('\r\n')),
  };
}

export function toBytes(text: string): ByteString {
  return text.replace(/\\x([0-9A-Fa-f]{2})/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
