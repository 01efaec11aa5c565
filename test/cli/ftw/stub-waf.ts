/** A compiled module in small, for tests of its hosts: one rule that looks for a word in the whole request. */
import type {
  CompiledWaf,
  RequestHead,
  ResponseHead,
  RuleMatch,
  Settings,
  Transaction,
} from '#engine/host/compiled-waf.ts';
import type { RuleInfo } from '#engine/host/rule-info.ts';
import { stubSettings as baseSettings } from '../../helpers/stub-settings.ts';

export const stubSettings: Settings = {
  ...baseSettings,
  ruleEngine: 'DetectionOnly',
  requestBodyLimit: 131_072,
  jsonDepthLimit: 64,
  responseBodyAccess: true,
  responseBodyLimit: 131_072,
  responseBodyMimeTypes: ['text/plain', 'text/html'],
  componentSignatures: ['test set 1.0'],
};

export const stubRule: RuleInfo = {
  id: 100,
  phase: 2,
  file: 'rules/test.conf',
  line: 7,
  rev: '',
  ver: 'test/1.0',
  severity: 2,
  maturity: 0,
  accuracy: 0,
  tags: ['attack-word', 'level/1'],
  disruptive: 'deny',
  log: true,
  audit: true,
};

export const stubRequest: RequestHead = {
  method: 'GET',
  target: '/',
  protocol: 'HTTP/1.1',
  headers: [['Host', 'localhost']],
  remoteAddress: '192.0.2.1',
  remotePort: 40000,
  serverAddress: '127.0.0.1',
  serverPort: 8081,
  serverName: 'localhost',
};

/** A finished transaction that has seen and said nothing. */
export const stubTransaction: Transaction = {
  id: 'tx-1',
  request: stubRequest,
  response: undefined,
  requestBody: '',
  requestBodyLength: 0,
  responseBody: '',
  files: [],
  matches: [],
  trace: [],
  interruption: undefined,
  detected: undefined,
  ruleEngine: 'On',
  auditEngine: 'RelevantOnly',
  auditLogParts: 'ABIJDEFHZ',
  requestBodyAccess: true,
  requestBodyLimit: 131072,
  responseBodyAccess: true,
  responseBodyLimit: 131072,
  highestSeverity: 255,
  stepsUsedUp: false,
  badExpression: undefined,
  stopReason: undefined,
  decodingFailed: false,
  txVariable: () => '',
  inspectRequestHeaders: () => undefined,
  inspectRequestBody: () => undefined,
  inspectResponseHeaders: () => undefined,
  wantsResponseBody: false,
  inspectResponseBody: () => undefined,
  close: () => {},
};

export function stubMatch(variable: string, key: string, value: string): RuleMatch {
  const data = `Matched Data: ${value} found within ${variable}:${key}`;
  return {
    rule: stubRule,
    data: [{ variable, key, value, message: 'Word found', data }],
    interrupted: false,
  };
}

/** Rule 100 matches `word` in target or bodies; it is detection only. Phases are recorded in `phases`. */
export function stubWaf(word: string, phases: string[] = []): CompiledWaf {
  return {
    manifest: {
      profile: 'test',
      compiler: '0.1.0',
      ruleSet: 'test set 1.0',
      sources: [],
      rules: { read: 1, active: 1, folded: 0 },
    },
    settings: stubSettings,
    forget: () => {},
    open: (request, id) => openStub(word, phases, request, id),
  };
}

function openStub(word: string, phases: string[], request: RequestHead, id: string): Transaction {
  const matches: RuleMatch[] = [];
  const inspect = (phase: string, variable: string, text: string): undefined => {
    phases.push(phase);
    if (text.includes(word)) matches.push(stubMatch(variable, '', word));
  };
  let response: ResponseHead | undefined;
  return {
    ...stubTransaction,
    id,
    request,
    ruleEngine: 'DetectionOnly',
    matches,
    get response() {
      return response;
    },
    wantsResponseBody: true,
    inspectRequestHeaders: () => inspect('1', 'REQUEST_LINE', request.target),
    inspectRequestBody: (body) => inspect('2', 'REQUEST_BODY', body),
    inspectResponseHeaders: (head) => {
      response = head;
      return inspect('3', 'RESPONSE_STATUS', String(head.status));
    },
    inspectResponseBody: (body) => inspect('4', 'RESPONSE_BODY', body),
    close: () => inspect('5', 'TX', ''),
  };
}
