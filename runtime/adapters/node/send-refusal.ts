/** Responds in place of the application, on node:http. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { lacksLength } from '#engine/host/lacks-content.ts';
import type { Refusal } from '../core/refusal.ts';
import { refusalHeaders, refusalText } from '../core/refusal-text.ts';

export function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
  refusal: Refusal,
): void {
  if (refusal.kind === 'drop') {
    response.destroy();
    request.destroy();
    return;
  }
  // Something has already responded, for example a time limit of the application.
  if (response.headersSent) {
    if (!response.writableEnded) response.destroy();
    return;
  }
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  const text = refusalText(id, refusal);
  const headers = {
    ...refusalHeaders(id, refusal),
    ...(!lacksLength(refusal.status) && { 'Content-Length': String(Buffer.byteLength(text)) }),
  };
  // HTTP/2 has no status text, and Node warns about one.
  if (request.httpVersionMajor < 2) response.statusMessage = '';
  response.writeHead(refusal.status, headers);
  response.end(text);
}
