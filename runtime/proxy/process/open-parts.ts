/** Reads and opens all that a start needs from the disk, and reports every problem of every part in one run. */
import { attempts } from '../attempts.ts';
import type { LogSink } from '../logs/logs.ts';
import type { SettingsRead } from '../settings/read-settings.ts';
import type { TracesCertificates } from '../settings/traces-endpoint.ts';
import { openTls, type TlsOpen } from '../tls/open-tls.ts';
import type { BundledProfiles } from '../waf/profile.ts';
import { loadRules, type RulesHost, type RulesLoad } from './load-rules.ts';
import { openLog } from './open-log.ts';
import { readTrial, type Trial } from './open-shadow.ts';
import { readTracesCertificates } from './open-traces.ts';

export type Parts = {
  readonly load: Extract<RulesLoad, { readonly kind: 'Loaded' }>;
  readonly tls: Extract<TlsOpen, { readonly kind: 'Open' }>;
  readonly trial: Trial | undefined;
  readonly certificates: TracesCertificates;
  readonly accessLog: LogSink;
};

export type PartsOpen =
  | { readonly kind: 'Open'; readonly parts: Parts }
  /** One line for each error, naming the variable; errors of the settings come first. */
  | { readonly kind: 'Failed'; readonly errors: readonly string[] };

/** `program`: the file that threads run; undefined when there are none. */
export async function openParts(
  read: SettingsRead,
  bundled: BundledProfiles,
  { logs, records }: RulesHost,
  program: string | undefined,
): Promise<PartsOpen> {
  const { settings } = read;
  const errors = [...read.errors];
  const accessLog = attempts(errors)(() => openLog('ACCESS_LOG', settings.accessLog, logs));
  const load = await loadRules(settings, bundled, { logs, records });
  const tls = openTls(settings);
  const trial = readTrial(settings, program, logs);
  for (const part of [load, tls, trial]) if (part.kind === 'Failed') errors.push(...part.problems);
  const certificates = readTracesCertificates(settings);
  errors.push(...certificates.problems);
  if (
    load.kind === 'Failed' ||
    tls.kind === 'Failed' ||
    trial.kind === 'Failed' ||
    errors.length > 0
  )
    return { kind: 'Failed', errors };
  return { kind: 'Open', parts: { load, tls, trial: trial.trial, certificates, accessLog } };
}
