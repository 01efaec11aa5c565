/**
 * The contract between a compiled rule module and its hosts (the proxy, the offline bench).
 * A host opens one transaction per request and calls its phases in order; it never sees rules.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import type { HostServices } from './host-services.ts';
import type { Interruption } from './interruption.ts';
import type { RuleInfo } from './rule-info.ts';
import type { TraceEvent } from './trace-event.ts';

/** Name and value as on the wire, in wire order: repeated names are repeated entries. */
export type Header = readonly [name: ByteString, value: ByteString];

export type RequestHead = {
  readonly method: ByteString;
  /** Request target, byte for byte as received; an absolute one is forwarded without scheme and authority. */
  readonly target: ByteString;
  /** `HTTP/1.1`. */
  readonly protocol: ByteString;
  readonly headers: readonly Header[];
  /** Address that rules see in REMOTE_ADDR: the client address. */
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

/** What became of a body's content codings before it was handed over; left out: it has none. */
export type Decoding =
  | { readonly kind: 'decoded' }
  /**
   * The body is as received, or ""; rules see `problem` in the error message of the body. Whatever they say, the
   * verdict is the host's: a refusal with `status`.
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
  /** Bytes of a body without its files; 0: no limit of its own. */
  readonly requestBodyNoFilesLimit: number;
  readonly requestBodyLimitAction: LimitAction;
  readonly jsonDepthLimit: number;
  readonly argumentsLimit: number;
  /** Code page of t:urlDecodeUni, `00e9:65` each, separated by blanks; undefined: 20127. */
  readonly unicodeMap: string | undefined;
  /** Steps for one value of an expression with back-references; 0: there are none. */
  readonly pcreMatchLimit: number;
  readonly uploadFileLimit: number;
  readonly responseBodyAccess: boolean;
  readonly responseBodyLimit: number;
  readonly responseBodyLimitAction: LimitAction;
  readonly responseBodyMimeTypes: readonly string[];
  readonly auditEngine: AuditEngineMode;
  readonly auditLogPath: string | undefined;
  readonly auditLogFormat: 'JSON' | 'Native';
  readonly auditLogType: 'Serial' | 'Concurrent';
  readonly auditLogStorageDir: string | undefined;
  /** Permission bits of what SecAuditLogType Concurrent makes. */
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
  readonly sources: readonly { readonly file: string; readonly sha256: string }[];
  readonly rules: { readonly read: number; readonly active: number; readonly folded: number };
  /** Rules that are left out, as they need what is not supported: compiled with --skip-unsupported. */
  readonly skipped?: readonly number[];
  /** Rules look up the location of addresses (@geoLookup); left out when none does. */
  readonly usesGeo?: true;
  /** Rules of phases 3 to 5 look at the request body; left out when none does. */
  readonly readsBodyLate?: true;
  /** Rules trace what they do, for debug log level 9; left out when they do not. */
  readonly traced?: true;
  /** Rules that a later directive has removed or changed, once for each; undefined: none. */
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
  readonly key: ByteString;
  /** Before the transformations; for offline runs, logs do not show it. */
  readonly original?: ByteString;
  /** After the transformations. */
  readonly value: ByteString;
  /** msg and logdata, macros expanded at the time of the match; "" when the rule has none. */
  readonly message: ByteString;
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
  /** What the host handed over, its beginning (BODY_EXCERPT) for the audit log. */
  readonly requestBody: ByteString;
  /** Bytes of the whole. */
  readonly requestBodyLength: number;
  readonly responseBody: ByteString;
  readonly files: readonly UploadedFile[];
  readonly matches: readonly RuleMatch[];
  /** What every rule did; empty unless the module is traced and the debug log level is 9, or `traceAll` is set. */
  readonly trace: readonly TraceEvent[];
  readonly interruption: Interruption | undefined;
  /** In DetectionOnly: what would have interrupted. */
  readonly detected: Interruption | undefined;
  /** As they are now: `ctl` may have changed them for this transaction. */
  readonly ruleEngine: RuleEngineMode;
  readonly auditEngine: AuditEngineMode;
  readonly auditLogParts: string;
  readonly requestBodyAccess: boolean;
  readonly requestBodyLimit: number;
  readonly responseBodyAccess: boolean;
  readonly responseBodyLimit: number;
  /** Lowest severity number of a recorded match; 255: none. */
  readonly highestSeverity: number;
  /** The rules have read more than the host allows: the verdict is the engine's, not theirs. */
  readonly stepsUsedUp: boolean;
  /**
   * What is wrong with an expression that a rule has made of macros, and in which rule; the verdict is the
   * engine's. Undefined: nothing.
   */
  readonly badExpression: ByteString | undefined;
  /** Why the host has ended the inspection before the rules decided; the verdict is then the engine's. Undefined: it has not. */
  readonly stopReason: ByteString | undefined;
  /** Value of a TX variable, "" when unset: for hosts that report scores. */
  readonly txVariable: (name: ByteString) => ByteString;
  /** Phase 1. */
  readonly inspectRequestHeaders: () => Interruption | undefined;
  /**
   * Phase 2, always called, "" when there is no body. The host has already cut the body to the limit
   * when `truncated` is set (ProcessPartial).
   */
  readonly inspectRequestBody: (
    body: ByteString,
    truncated?: boolean,
    decoding?: Decoding,
  ) => Interruption | undefined;
  /** Phase 3. */
  readonly inspectResponseHeaders: (response: ResponseHead) => Interruption | undefined;
  /** True after phase 3 when rules want this response's body (access On and its media type listed). */
  readonly wantsResponseBody: boolean;
  /** Phase 4, always called, "" when the body is not inspected. */
  readonly inspectResponseBody: (
    body: ByteString,
    truncated?: boolean,
    decoding?: Decoding,
  ) => Interruption | undefined;
  /** A body was handed over whose content codings could not be undone. */
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
  /** Empties the persistent collections: tests run in any order with the same result. */
  readonly forget: () => void;
};
