/** Variables of the response (docs/spec/seclang-evaluation.md#variables). */
import type { Entry } from '../collections/entry.ts';
import { headerValues } from '../host/header-values.ts';
import type { Tx } from '../transaction/tx.ts';
import { flag, fromNames, fromPairs, scalar } from './make-entries.ts';

type Entries = readonly Entry[];

export const responseHeaders = (tx: Tx): Entries =>
  fromPairs(tx, 'RESPONSE_HEADERS', tx.response?.headers ?? []);
export const responseHeadersNames = (tx: Tx): Entries =>
  fromNames(tx, 'RESPONSE_HEADERS_NAMES', tx.response?.headers ?? []);
export const responseProtocol = (tx: Tx): Entries =>
  scalar(tx, 'RESPONSE_PROTOCOL', tx.response?.protocol ?? '');
const statusText = ({ response }: Tx): string => (response ? String(response.status) : '');
export const responseStatus = (tx: Tx): Entries => scalar(tx, 'RESPONSE_STATUS', statusText(tx));
export const status = (tx: Tx): Entries => scalar(tx, 'STATUS', statusText(tx));
export const statusLine = (tx: Tx): Entries => {
  const { response } = tx;
  return scalar(tx, 'STATUS_LINE', response ? `${response.protocol} ${response.status}` : '');
};
/**
 * Content-Type without its parameters, in the case it was sent. Of several fields it is the last, as in Coraza and
 * ModSecurity 3, and as browsers read them.
 */
export const responseContentType = (tx: Tx): Entries => {
  const header = headerValues(tx.response?.headers ?? [], 'content-type').at(-1) ?? '';
  const [type = ''] = header.split(';');
  return scalar(tx, 'RESPONSE_CONTENT_TYPE', type.replace(/[ \t]+$/, ''));
};
export const responseBody = (tx: Tx): Entries => scalar(tx, 'RESPONSE_BODY', tx.responseBody);
export const responseContentLength = (tx: Tx): Entries =>
  scalar(tx, 'RESPONSE_CONTENT_LENGTH', String(tx.responseBody.length));
export const outboundDataError = (tx: Tx): Entries =>
  flag(tx, 'OUTBOUND_DATA_ERROR', tx.outboundDataError);

/** Members of a response body that ctl:responseBodyProcessor=JSON has parsed. */
export const responseArgs = (tx: Tx): Entries =>
  fromPairs(tx, 'RESPONSE_ARGS', tx.responseVariables.pairs);
export const resBodyProcessor = (tx: Tx): Entries =>
  scalar(tx, 'RES_BODY_PROCESSOR', tx.controls.responseBodyProcessor);
const hasError = (tx: Tx): boolean => tx.responseVariables.error !== undefined;
export const resBodyError = (tx: Tx): Entries => flag(tx, 'RES_BODY_ERROR', hasError(tx));
export const resBodyProcessorError = (tx: Tx): Entries =>
  flag(tx, 'RES_BODY_PROCESSOR_ERROR', hasError(tx));
export const resBodyProcessorErrorMsg = (tx: Tx): Entries =>
  scalar(tx, 'RES_BODY_PROCESSOR_ERROR_MSG', tx.responseVariables.error ?? '');
export const resBodyErrorMsg = (tx: Tx): Entries => {
  const { error } = tx.responseVariables;
  const text =
    error === undefined ? '' : `${tx.controls.responseBodyProcessor} parsing error: ${error}`;
  return scalar(tx, 'RES_BODY_ERROR_MSG', text);
};
