/** Error codes of streams and connections (RFC 9113 section 7). */
export const NO_ERROR = 0;
export const PROTOCOL_ERROR = 1;
export const FLOW_CONTROL_ERROR = 3;
export const STREAM_CLOSED = 5;
export const COMPRESSION_ERROR = 9;
export const ENHANCE_YOUR_CALM = 11;

/** Names by code. */
const ERROR_NAMES = [
  'no_error',
  'protocol_error',
  'internal_error',
  'flow_control_error',
  'settings_timeout',
  'stream_closed',
  'frame_size_error',
  'refused_stream',
  'cancel',
  'compression_error',
  'connect_error',
  'enhance_your_calm',
  'inadequate_security',
  'http_1_1_required',
] as const;

/** The name of an error code; `other` for codes that the RFC does not define. */
export type ErrorName = (typeof ERROR_NAMES)[number] | 'other';

export function errorName(code: number): ErrorName {
  return ERROR_NAMES[code] ?? 'other';
}
