/**
 * One transaction in the JSON audit log. docs/spec/logs.md#json-audit-log lists the fields that are always set;
 * SecAuditLogParts selects the others.
 */
import type { ByteString } from '../bytes/byte-string.ts';

export type AuditRecord = { readonly transaction: AuditTransaction };

/** Field names are those of the JSON. All text is byte strings until formatAuditRecord converts them to characters. */
export type AuditTransaction = {
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  /** Nanoseconds, as in Coraza; exact to the millisecond. */
  readonly unix_timestamp: number;
  readonly id: string;
  readonly client_ip: string;
  readonly client_port: number;
  readonly host_ip: string;
  readonly host_port: number;
  readonly server_id: ByteString;
  readonly request: AuditRequest;
  readonly response: AuditResponse;
  /** Part H. */
  readonly producer: AuditProducer | undefined;
  /** Word of the most severe match; "" when none has a severity. */
  readonly highest_severity: string;
  readonly is_interrupted: boolean;
  /** True when something was left out. */
  readonly is_truncated: boolean;
  /** Amounts left out; undefined: nothing. */
  readonly omitted: AuditOmitted | undefined;
  readonly messages: readonly AuditMessage[];
  /** The policy of the proxy; left out when POLICIES selects none. */
  readonly policy?: string;
  /** Id of the trace that the request belongs to; left out without tracing. */
  readonly trace_id?: string;
};

/** Lower-case name -> all its values, in wire order; empty unless the part (B, F) is selected. */
export type AuditHeaders = ReadonlyMap<ByteString, readonly ByteString[]>;

export type AuditOmitted = {
  readonly messages?: number;
  readonly request_body_bytes?: number;
  readonly response_body_bytes?: number;
};

export type AuditRequest = {
  readonly method: ByteString;
  readonly protocol: ByteString;
  /** `1.1`. */
  readonly http_version: ByteString;
  readonly uri: ByteString;
  readonly headers: AuditHeaders;
  /** Part C, or part I, which leaves out the contents of uploaded files. */
  readonly body: ByteString | undefined;
  /** Part J. */
  readonly files: readonly AuditFile[] | undefined;
  /** Bytes of the body as received. */
  readonly length: number;
};

export type AuditFile = {
  readonly name: ByteString;
  readonly field: ByteString;
  readonly size: number;
};

export type AuditResponse = {
  readonly protocol: ByteString;
  /** Status sent to the client: that of the interruption, otherwise that of the back end; 0: neither. */
  readonly status: number;
  readonly headers: AuditHeaders;
  /** Part E. */
  readonly body: ByteString | undefined;
};

export type AuditProducer = {
  readonly connector: string;
  readonly version: string;
  readonly rule_engine: string;
  readonly rulesets: readonly ByteString[];
};

export type AuditMessage = {
  readonly rule_id: string;
  readonly message: ByteString;
} & (AuditDetails | { readonly [Name in keyof AuditDetails]?: undefined });

/** Parts H and K. */
export type AuditDetails = {
  readonly file: string;
  readonly line: number;
  readonly rev: ByteString;
  readonly data: ByteString;
  /** -1: none. */
  readonly severity: number;
  readonly ver: ByteString;
  readonly maturity: number;
  readonly accuracy: number;
  readonly tags: readonly ByteString[];
  readonly phase: number;
  /** True when this rule ended the request. */
  readonly disruptive: boolean;
  /** The line of the error log; part K only, because it repeats the other fields. */
  readonly error_message: ByteString | undefined;
};
