/** Why a stream or a connection ends (RFC 9113 section 7). */
export const NO_ERROR = 0;
export const PROTOCOL_ERROR = 1;
export const FLOW_CONTROL_ERROR = 3;
export const STREAM_CLOSED = 5;
export const COMPRESSION_ERROR = 9;
export const ENHANCE_YOUR_CALM = 11;
