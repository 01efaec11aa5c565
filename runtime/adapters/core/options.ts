/** Options of the rules in an application. */
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { type HostServices, noServices } from '#engine/host/host-services.ts';
import type { AuditRecord } from '#engine/log/audit-types.ts';
import { formatAuditRecord } from '#engine/log/format-audit-record.ts';
import type { Redaction } from '#engine/log/redact.ts';

/** An exception of the engine or of a callback; it is not a verdict. */
export type Fault = {
  /** Id of the request. */
  readonly id: string;
  /** The step that failed, such as `opening`, `phase 2`, `audit`. */
  readonly step: string;
  readonly error: unknown;
};

export type InspectorOptions = {
  /** The export of a compiled rule module. */
  readonly waf: CompiledWaf;
  /** Replaces SecRuleEngine: `block` is On, `detect` is DetectionOnly. Default: the setting of the rules. */
  readonly mode?: 'block' | 'detect' | undefined;
  /**
   * What happens to a request when the engine fails: `closed` responds with 503, `open` lets it pass. Default:
   * closed.
   */
  readonly onError?: 'closed' | 'open' | undefined;
  /** Bytes of a request body, if less than SecRequestBodyLimit. */
  readonly bodyLimit?: number | undefined;
  /** Receives the audit record of each request that SecAuditEngine selects. Default: a line of JSON on standard error. */
  readonly onAudit?: ((record: AuditRecord) => void) | undefined;
  /** Called with exceptions. Default: a line on standard error. */
  readonly onFault?: ((fault: Fault) => void) | undefined;
  /** What is redacted in audit records: `off` keeps secrets. Default: secrets. */
  readonly redact?: Redaction | undefined;
  /** Collections that outlive a request, and the locations of addresses. Default: collections in this process. */
  readonly services?: HostServices | undefined;
};

/** The options with their defaults. */
export type Setup = Required<Pick<InspectorOptions, 'waf'>> & {
  readonly mode: 'block' | 'detect' | undefined;
  readonly onError: 'closed' | 'open';
  readonly bodyLimit: number;
  readonly onAudit: (record: AuditRecord) => void;
  readonly onFault: (fault: Fault) => void;
  readonly redact: Redaction;
  readonly services: HostServices;
};

/**
 * Returns the options with their defaults. Throws a TypeError on options that would switch the inspection off by
 * accident.
 */
export function setupOf(options: InspectorOptions): Setup {
  const { waf, mode, onError = 'closed', bodyLimit = Number.POSITIVE_INFINITY } = options;
  if (typeof waf?.open !== 'function') {
    throw new TypeError('`waf` must be what a module of compiled rules exports by that name');
  }
  if (mode !== undefined && mode !== 'block' && mode !== 'detect') {
    throw new TypeError(`\`mode\` must be 'block' or 'detect', not ${JSON.stringify(mode)}`);
  }
  if (onError !== 'closed' && onError !== 'open') {
    throw new TypeError(`\`onError\` must be 'closed' or 'open', not ${JSON.stringify(onError)}`);
  }
  if (!(bodyLimit >= 0)) throw new TypeError('`bodyLimit` must be a number of bytes');
  return {
    waf,
    mode,
    onError,
    bodyLimit,
    onAudit: options.onAudit ?? printAudit,
    onFault: options.onFault ?? printFault,
    redact: options.redact ?? 'secrets',
    services: options.services ?? noServices,
  };
}

function printAudit(record: AuditRecord): void {
  console.warn(formatAuditRecord(record));
}

/** Prints a fault with its stack for the operator of the application; clients never see it. */
export function printFault({ id, step, error }: Fault): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  console.error(`Portcullis: ${step} failed, request ${id}: ${text}`);
}
