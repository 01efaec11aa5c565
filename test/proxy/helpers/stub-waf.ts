/** A CompiledWaf without rules of its own: tests say what each phase does. */
import { bodyExcerpt } from '#engine/body/body-excerpt.ts';
import type {
  CompiledWaf,
  Manifest,
  RequestHead,
  ResponseHead,
  Settings,
  Transaction,
} from '#engine/host/compiled-waf.ts';
import type { Interruption } from '#engine/host/interruption.ts';
import type { RuleInfo } from '#engine/host/rule-info.ts';
import { stubSettings } from '../../helpers/stub-settings.ts';

export const STUB_RULE: RuleInfo = {
  id: 666,
  phase: 2,
  file: 'stub.conf',
  line: 1,
  rev: '',
  ver: '',
  severity: 2,
  maturity: 0,
  accuracy: 0,
  tags: ['attack-sqli'],
  disruptive: 'deny',
  log: true,
  audit: true,
};

export const STUB_SETTINGS: Settings = { ...stubSettings, componentSignatures: ['stub 1.0'] };

export type StubPhases = {
  readonly phase1?: (request: RequestHead) => Interruption | undefined;
  readonly phase2?: (body: string, request: RequestHead) => Interruption | undefined;
  readonly phase3?: (response: ResponseHead) => Interruption | undefined;
  readonly phase4?: (body: string) => Interruption | undefined;
  readonly phase5?: (transaction: Transaction) => void;
  readonly settings?: Partial<Settings>;
  readonly profile?: string;
  readonly overrides?: Manifest['overrides'];
};

export const DENY: Interruption = { kind: 'deny', ruleId: STUB_RULE.id, status: 403 };

/** Blocks when the query, a header or the body contains "evil". */
export const EVIL: StubPhases = {
  phase1: ({ target, headers }) =>
    target.includes('evil') || headers.some(([, value]) => value.includes('evil'))
      ? DENY
      : undefined,
  phase2: (body) => (body.includes('evil') ? DENY : undefined),
};

export function stubWaf(phases: StubPhases = EVIL): CompiledWaf {
  const settings = { ...STUB_SETTINGS, ...phases.settings };
  return {
    settings,
    manifest: {
      profile: phases.profile ?? 'stub',
      compiler: 'none',
      ruleSet: 'stub 1.0',
      sources: [],
      rules: { read: 1, active: 1, folded: 0 },
      overrides: phases.overrides,
    },
    forget: () => {},
    open: (request, id, mode = settings.ruleEngine) =>
      openStub({ ...settings, ruleEngine: mode }, phases, request, id),
  };
}

/** Transactions of this process that phases 1 and 2 have let pass. */
export const inspectedIds = new Set<string>();

function openStub(
  settings: Settings,
  phases: StubPhases,
  request: RequestHead,
  id: string,
): Transaction {
  let interruption: Interruption | undefined;
  let detected: Interruption | undefined;
  let response: ResponseHead | undefined;
  let requestBody = '';
  let requestBodyLength = 0;
  const matches: Transaction['matches'][number][] = [];
  const run = (verdict: () => Interruption | undefined): Interruption | undefined => {
    if (interruption !== undefined) return interruption;
    const found = verdict();
    if (found === undefined) return undefined;
    if (settings.ruleEngine === 'On') interruption = found;
    else detected ??= found;
    const data = [
      {
        variable: 'ARGS',
        key: 'q',
        original: 'evil',
        value: 'evil',
        message: 'Evil',
        data: 'evil',
      },
    ];
    matches.push({ rule: STUB_RULE, data, interrupted: interruption !== undefined });
    return interruption;
  };
  const transaction: Transaction = {
    id,
    request,
    get response() {
      return response;
    },
    get requestBody() {
      return requestBody;
    },
    get requestBodyLength() {
      return requestBodyLength;
    },
    responseBody: '',
    files: [],
    matches,
    trace: [],
    get interruption() {
      return interruption;
    },
    get detected() {
      return detected;
    },
    ruleEngine: settings.ruleEngine,
    auditEngine: settings.auditEngine,
    auditLogParts: settings.auditLogParts,
    requestBodyAccess: settings.requestBodyAccess,
    requestBodyLimit: settings.requestBodyLimit,
    responseBodyAccess: settings.responseBodyAccess,
    responseBodyLimit: settings.responseBodyLimit,
    get highestSeverity() {
      return matches.length > 0 ? 2 : 255;
    },
    stepsUsedUp: false,
    badExpression: undefined,
    stopReason: undefined,
    decodingFailed: false,
    txVariable: () => '',
    inspectRequestHeaders: () => run(() => phases.phase1?.(request)),
    inspectRequestBody: (body) => {
      requestBody = bodyExcerpt(body);
      requestBodyLength = body.length;
      const found = run(() => phases.phase2?.(body, request));
      if (found === undefined) inspectedIds.add(id);
      return found;
    },
    inspectResponseHeaders: (head) => {
      response = head;
      return run(() => phases.phase3?.(head));
    },
    get wantsResponseBody() {
      return settings.responseBodyAccess && phases.phase4 !== undefined;
    },
    inspectResponseBody: (body) => run(() => phases.phase4?.(body)),
    close: () => phases.phase5?.(transaction),
  };
  return transaction;
}
