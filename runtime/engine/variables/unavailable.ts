/** Variables that a reverse proxy cannot fill: they exist and are always empty. */
import type { Entry } from '../collections/entry.ts';
import type { Tx } from '../transaction/tx.ts';
import { scalar } from './make-entries.ts';

type Entries = readonly Entry[];

export const authType = (tx: Tx): Entries => scalar(tx, 'AUTH_TYPE', '');
export const remoteUser = (tx: Tx): Entries => scalar(tx, 'REMOTE_USER', '');
export const pathInfo = (tx: Tx): Entries => scalar(tx, 'PATH_INFO', '');
export const modsecBuild = (tx: Tx): Entries => scalar(tx, 'MODSEC_BUILD', '030000100');
/** Uploads are never written to files, so there are no names. */
export const filesTmpnames = (_tx: Tx): Entries => [];
/** Matching is linear, so no limit can be exceeded. */
export const mscPcreError = (tx: Tx): Entries => scalar(tx, 'MSC_PCRE_ERROR', '0');
export const mscPcreLimitsExceeded = (tx: Tx): Entries =>
  scalar(tx, 'MSC_PCRE_LIMITS_EXCEEDED', '0');
