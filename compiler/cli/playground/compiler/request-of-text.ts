/** The text of the request editor, a curl command line or a raw HTTP request -> the request. */
import { textOfBytes } from '#compiler/utf8.ts';
import { readRequest } from '../../requests/read-request.ts';
import type { RequestResult } from '../../requests/request.ts';
import { mapFiles } from './map-files.ts';

const NAME = 'the request';

/** Returns the request, or an error message. `text` is a byte string. */
export function requestOfText(text: string): RequestResult {
  const none = mapFiles(new Map());
  const options = { header: [], harEntry: 0 };
  if (/^\s*curl\s/.test(text)) {
    return readRequest(undefined, { ...options, curl: textOfBytes(text) }, none);
  }
  return readRequest(NAME, options, mapFiles(new Map([[NAME, text]])));
}
