/** Variables of the response. */
import { collection, scalar, type VariableRecords } from './record.ts';

export const ofResponse: VariableRecords = {
  OUTBOUND_DATA_ERROR: scalar(
    'outboundDataError',
    '1 when the response body is larger than SecResponseBodyLimit.',
    {
      phase: 4,
      differs: '0 when the limit refuses the body: no rule but those of phase 5 could read it.',
    },
  ),
  RES_BODY_ERROR: scalar(
    'resBodyError',
    '1 when the response body could not be parsed as its declared type.',
    { phase: 4 },
  ),
  RES_BODY_ERROR_MSG: scalar('resBodyErrorMsg', 'The error message for RES_BODY_ERROR.', {
    phase: 4,
  }),
  RES_BODY_PROCESSOR: scalar(
    'resBodyProcessor',
    'The body processor that ctl:responseBodyProcessor has selected.',
    {
      life: 'changing',
    },
  ),
  RES_BODY_PROCESSOR_ERROR: scalar(
    'resBodyProcessorError',
    '1 when the processor of the response body failed.',
    { phase: 4 },
  ),
  RES_BODY_PROCESSOR_ERROR_MSG: scalar(
    'resBodyProcessorErrorMsg',
    'The error message of the processor of the response body.',
    { phase: 4 },
  ),
  RESPONSE_ARGS: collection(
    'responseArgs',
    'The members of a JSON response body; needs ctl:responseBodyProcessor=JSON before phase 4.',
    { phase: 4 },
  ),
  RESPONSE_BODY: scalar(
    'responseBody',
    'The response body; needs SecResponseBodyAccess On and a type of SecResponseBodyMimeType.',
    { phase: 4 },
  ),
  RESPONSE_CONTENT_LENGTH: scalar(
    'responseContentLength',
    'Number of bytes of the response body.',
    {
      phase: 4,
    },
  ),
  RESPONSE_CONTENT_TYPE: scalar(
    'responseContentType',
    'The media type of the response: of several the last.',
    {
      phase: 3,
    },
  ),
  RESPONSE_HEADERS: collection('responseHeaders', 'The headers of the response.', { phase: 3 }),
  RESPONSE_HEADERS_NAMES: collection('responseHeadersNames', 'The names of the response headers.', {
    phase: 3,
  }),
  RESPONSE_PROTOCOL: scalar('responseProtocol', 'The protocol of the response.', { phase: 3 }),
  RESPONSE_STATUS: scalar('responseStatus', 'The status of the response.', { phase: 3 }),
  STATUS: scalar('status', 'Alias of RESPONSE_STATUS.', { phase: 3 }),
  STATUS_LINE: scalar('statusLine', 'The status line of the response.', { phase: 3 }),
};
