/** Logs made by the rules themselves, and what tune makes of them. */
import assert from 'node:assert/strict';
import {
  type LoggedRequest,
  readLoggedRequest,
} from '#compiler/cli/commands/tune/logged-request.ts';
import { type TuneInput, type Tuning, tune } from '#compiler/cli/commands/tune/tune.ts';
import { runPhases } from '#compiler/cli/inspection/run-phases.ts';
import { requestOf } from '#compiler/cli/requests/request.ts';
import { formatDiagnostic } from '#compiler/diagnostics.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { auditRecord } from '#engine/log/audit-record.ts';
import { formatAuditRecord } from '#engine/log/format-audit-record.ts';
import { compileText, memoryFiles } from '../../helpers/compile-text.ts';
import { loadProgram } from '../../helpers/load-program.ts';

/** Two attacks and an evaluation of the scores, as the OWASP set does it. */
export const RULES = `SecRuleEngine On
SecRequestBodyAccess On
SecAuditLogParts ABCHZ
SecAction "id:900,phase:1,pass,nolog,t:none,setvar:'tx.blocking_inbound_anomaly_score=0'"
SecRule ARGS|ARGS_NAMES|REQUEST_COOKIES "@rx (?i)select.+from|'" \\
    "id:942000,phase:2,pass,log,t:none,msg:'SQL',logdata:'Matched Data: x found within %{MATCHED_VAR_NAME}: %{MATCHED_VAR}',setvar:'tx.blocking_inbound_anomaly_score=+5'"
SecRule REQUEST_METHOD "@rx ^PUT$" \\
    "id:911000,phase:1,pass,log,t:none,msg:'Method',setvar:'tx.blocking_inbound_anomaly_score=+5'"
SecRule TX:BLOCKING_INBOUND_ANOMALY_SCORE "@ge 5" \\
    "id:949110,phase:2,deny,status:403,log,t:none,msg:'Score'"
`;

export type LogLine = {
  readonly url: string;
  readonly method?: string;
  readonly body?: string;
  readonly client?: string;
};

/** What the proxy would have written for these requests. */
export async function auditLog(lines: readonly LogLine[], rules = RULES): Promise<string> {
  const { program, diagnostics } = compileText(rules);
  assert.ok(program, diagnostics.map(formatDiagnostic).join('\n'));
  const waf = await loadProgram(program);
  return lines
    .map(({ url, method, body = '', client = '192.0.2.1' }) => {
      const request = requestOf({ method, url, headers: [], body });
      const head = { ...request.head, remoteAddress: client };
      const transaction = waf.open(head, 'id', 'DetectionOnly');
      runPhases(waf, transaction, { head, body });
      transaction.close();
      const { settings, manifest } = waf;
      return formatAuditRecord(
        auditRecord(transaction, settings, manifest, new Date(0), 'secrets'),
      );
    })
    .map((line) => Buffer.from(`${line}\n`, 'utf8').toString('latin1'))
    .join('');
}

/** The requests of a log, which is bytes; lines that are no records are left out. */
export function requestsIn(log: string): readonly LoggedRequest[] {
  const text = Buffer.from(log, 'latin1').toString('utf8');
  return text.split('\n').flatMap((line) => readLoggedRequest(line) ?? []);
}

export function inputOf(log: string, options: Partial<TuneInput> = {}, rules = RULES): TuneInput {
  return {
    profile: profileOfEntries('test', ['rules.conf']),
    files: memoryFiles({ 'rules.conf': rules }),
    requests: requestsIn(log),
    tests: [],
    samples: [],
    paths: { before: 'exclusions.conf', after: 'exclusions.after.conf' },
    minCount: 1,
    allowRuleRemoval: false,
    byTag: false,
    ...options,
  };
}

export async function tuned(
  lines: readonly LogLine[],
  options: Partial<TuneInput> = {},
): Promise<Tuning> {
  const result = await tune(inputOf(await auditLog(lines), options));
  assert.ok(result.kind === 'Ok', JSON.stringify(result));
  const { tuning } = result;
  assert.deepEqual(tuning.effect.remaining, []);
  assert.deepEqual(tuning.findings, []);
  return tuning;
}
