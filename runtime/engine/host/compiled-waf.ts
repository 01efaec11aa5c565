/**
 * The contract between a compiled rule module and its hosts: the proxy, the adapters and the command line.
 * A host opens one transaction per request and calls its phases in order; it never sees rules.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import type { HostServices } from './host-services.ts';
import type { Interruption } from './interruption.ts';
import type { RuleInfo } from './rule-info.ts';
import type { TraceEvent } from './trace-event.ts';

/** Name and value as sent on the wire. Headers stay in wire order; a repeated name is a repeated entry. */
export type Header = readonly [name: ByteString, value: ByteString];

export type RequestHead = {
  readonly method: ByteString;
  /** Request target, byte for byte as received. The proxy forwards an absolute target without scheme and authority. */
  readonly target: ByteString;
  /** `HTTP/1.1`. */
  readonly protocol: ByteString;
  readonly headers: readonly Header[];
  /** The client address, which rules see in REMOTE_ADDR. */
  readonly remoteAddress: string;
  readonly remotePort: number;
  readonly serverAddress: string;
  readonly serverPort: number;
  /** Canonical host name: lower case, no port, no trailing dot; "" when there is none. */
  readonly serverName: ByteString;
};

export type ResponseHead = {
  readonly status: number;
  readonly protocol: ByteString;
  readonly headers: readonly Header[];
};

/** How the content codings of a body were undone before the host handed it over; left out when the body has none. */
export type Decoding =
  | { readonly kind: 'decoded' }
  /**
   * The codings cannot be undone. The body is as received, or ""; rules see `problem` in the body's error message.
   * Whatever the rules decide, the host refuses the message with `status`.
   */
  | { readonly kind: 'failed'; readonly problem: ByteString; readonly status: number };

export type RuleEngineMode = 'On' | 'Off' | 'DetectionOnly';
export type AuditEngineMode = 'On' | 'Off' | 'RelevantOnly';
export type LimitAction = 'Reject' | 'ProcessPartial';

/** The profile's directives that are not rules. Sizes are bytes. */
export type Settings = {
  readonly ruleEngine: RuleEngineMode;
  readonly requestBodyAccess: boolean;
  readonly requestBodyLimit: number;
  readonly requestBodyInMemoryLimit: number;
  /** Limit for the bytes of a body without its uploaded files; 0: no such limit. */
  readonly requestBodyNoFilesLimit: number;
  readonly requestBodyLimitAction: LimitAction;
  readonly jsonDepthLimit: number;
  readonly argumentsLimit: number;
  /** Code page of t:urlDecodeUni: mappings such as `00e9:65`, separated by blanks; undefined: code page 20127. */
  readonly unicodeMap: string | undefined;
  /** Steps that one value may take in an expression with back-references. */
  readonly pcreMatchLimit: number;
  readonly uploadFileLimit: number;
  readonly responseBodyAccess: boolean;
  readonly responseBodyLimit: number;
  readonly responseBodyLimitAction: LimitAction;
  readonly responseJsonDepthLimit: number;
  readonly responseBodyMimeTypes: readonly string[];
  readonly auditEngine: AuditEngineMode;
  readonly auditLogPath: string | undefined;
  readonly auditLogFormat: 'JSON' | 'Native';
  readonly auditLogType: 'Serial' | 'Concurrent';
  readonly auditLogStorageDir: string | undefined;
  /** Permission bits of the folders and files that SecAuditLogType Concurrent creates. */
  readonly auditLogDirMode: number;
  readonly auditLogFileMode: number;
  /** Letters between A and Z, in the order written. */
  readonly auditLogParts: string;
  /** JavaScript source of the expression; undefined: none given. */
  readonly auditLogRelevantStatus: string | undefined;
  readonly debugLogPath: string | undefined;
  readonly debugLogLevel: number;
  readonly dataDir: string;
  /** Seconds a persistent collection lives without an update. */
  readonly collectionTimeout: number;
  readonly webAppId: ByteString;
  readonly componentSignatures: readonly ByteString[];
};

/** Where a module came from; logged at start and compared with the rule files when a setting names them. */
export type Manifest = {
  readonly profile: string;
  readonly compiler: string;
  /** "owasp-crs 4.28.0", "portcullis 0.1.0": the component signatures, joined. */
  readonly ruleSet: string;
  readonly sources: readonly {
    readonly file: string;
    readonly sha256: string;
    /** An `Include` or an operator names the file, not the list of the profile; left out when the list names it. */
    readonly unlisted?: true;
  }[];
  readonly rules: { readonly read: number; readonly active: number; readonly folded: number };
  /** Ids of the rules that were left out because they need what is not supported (compiled with --skip-unsupported). */
  readonly skipped?: readonly number[];
  /** Rules look up the location of addresses (@geoLookup); left out when none does. */
  readonly usesGeo?: true;
  /** Rules of phases 3 to 5 read the request body; left out when none does. */
  readonly readsBodyLate?: true;
  /** Rules read the content of uploaded files; left out when none does. */
  readonly readsFiles?: true;
  /** Rules trace what they do, for debug log level 9; left out when the module is not traced. */
  readonly traced?: true;
  /** Rules that a later directive removed or changed, each listed once; undefined: none. */
  readonly overrides?: readonly RuleOverride[] | undefined;
};

export type RuleOverride = {
  readonly ruleId: number;
  readonly type: 'disabled' | 'action_changed' | 'target_changed';
};

/** One value for which a rule matched. */
export type MatchDatum = {
  /** `ARGS`, `REQUEST_HEADERS`, ... as MATCHED_VAR_NAME shows it, without the key. */
  readonly variable: string;
  /** Key and value are "" for values that no log has room for, once a large body has been released. */
  readonly key: ByteString;
  /** Value before the transformations, for offline runs; logs do not show it. */
  readonly original?: ByteString;
  /** Value after the transformations. */
  readonly value: ByteString;
  /** msg and logdata, macros expanded at the time of the match; "" when the rule has none. */
  readonly message: ByteString;
  /** "" also for values that no log has room for (host/message-limits.ts): texts for thousands take longer than the rules. */
  readonly data: ByteString;
};

/** One rule (with all its chain links) that matched. */
export type RuleMatch = {
  readonly rule: RuleInfo;
  readonly data: readonly MatchDatum[];
  /** False in DetectionOnly and for rules that do not disrupt. */
  readonly interrupted: boolean;
};

export type UploadedFile = {
  readonly field: ByteString;
  readonly name: ByteString;
  /** Bytes. */
  readonly size: number;
};

/** One request and its response. Phases run at most once, in order; after an interruption only `close` does anything. */
export type Transaction = {
  readonly id: string;
  readonly request: RequestHead;
  readonly response: ResponseHead | undefined;
  /** The body that the host handed over; of a long one only the beginning (BODY_EXCERPT), for the audit log. */
  readonly requestBody: ByteString;
  /** Bytes of the whole request body. */
  readonly requestBodyLength: number;
  readonly responseBody: ByteString;
  readonly files: readonly UploadedFile[];
  readonly matches: readonly RuleMatch[];
  /** What every rule did; empty unless the module is traced and either the debug log level is 9 or `traceAll` is set. */
  readonly trace: readonly TraceEvent[];
  readonly interruption: Interruption | undefined;
  /** In DetectionOnly: the interruption that would have ended the transaction. */
  readonly detected: Interruption | undefined;
  /** Current values: `ctl` may have changed them for this transaction. */
  readonly ruleEngine: RuleEngineMode;
  readonly auditEngine: AuditEngineMode;
  readonly auditLogParts: string;
  readonly requestBodyAccess: boolean;
  readonly requestBodyLimit: number;
  readonly responseBodyAccess: boolean;
  readonly responseBodyLimit: number;
  /** Lowest severity number of a recorded match; 255: none. */
  readonly highestSeverity: number;
  /** The rules have read more bytes than the host allows: the verdict comes from the engine, not from a rule. */
  readonly stepsUsedUp: boolean;
  /**
   * Why an expression that a rule builds from macros cannot be compiled, and which rule that is; the verdict then
   * comes from the engine. Undefined: no such error.
   */
  readonly badExpression: ByteString | undefined;
  /**
   * Why the host ended the inspection before the rules decided; the verdict then comes from the engine. Undefined: it
   * did not.
   */
  readonly stopReason: ByteString | undefined;
  /** Returns the value of a TX variable, "" when it is unset: for hosts that report scores. */
  readonly txVariable: (name: ByteString) => ByteString;
  /** Phase 1. */
  readonly inspectRequestHeaders: () => Interruption | undefined;
  /**
   * Phase 2. The host always calls it, with "" when there is no body. When `truncated` is set, the host has already
   * cut the body to the limit (ProcessPartial).
   */
  readonly inspectRequestBody: (
    body: ByteString,
    truncated?: boolean,
    decoding?: Decoding,
  ) => Interruption | undefined;
  /** Phase 3. */
  readonly inspectResponseHeaders: (response: ResponseHead) => Interruption | undefined;
  /** True after phase 3 when the body of this response is to be inspected (access On and its media type listed). */
  readonly wantsResponseBody: boolean;
  /** Phase 4. The host always calls it, with "" when the body is not inspected. */
  readonly inspectResponseBody: (
    body: ByteString,
    truncated?: boolean,
    decoding?: Decoding,
  ) => Interruption | undefined;
  /** The host handed over a body whose content codings could not be undone. */
  readonly decodingFailed: boolean;
  /** Phase 5. */
  readonly close: () => void;
};

/** What a compiled module exports as `waf`. */
export type CompiledWaf = {
  readonly manifest: Manifest;
  readonly settings: Settings;
  /** `mode` replaces the profile's SecRuleEngine for this transaction. */
  readonly open: (
    request: RequestHead,
    id: string,
    mode?: RuleEngineMode,
    services?: HostServices,
  ) => Transaction;
  /** Empties the persistent collections, so that tests have the same result in any order. */
  readonly forget: () => void;
};
