/** Checks that the proxy can listen on its ports, and that it and the compiler can write to their folders. */
import { dirname } from 'node:path';
import { type Check, type Condition, failed, type Installation, ok } from './condition.ts';

const LOGS_ELSEWHERE: ReadonlySet<string> = new Set(['', 'stdout', 'stderr', 'off']);

export const checkPorts: Check = async ({ read, whyNotFree }) => {
  const { port, listenHost, adminPort, adminHost, decisionPort, decisionHost } = read.settings;
  const wanted = [
    { name: 'PORT', host: listenHost, number: port },
    ...(adminPort === undefined
      ? []
      : [{ name: 'ADMIN_PORT', host: adminHost, number: adminPort }]),
    ...(decisionPort === undefined
      ? []
      : [{ name: 'DECISION_PORT', host: decisionHost, number: decisionPort }]),
  ];
  const conditions: Condition[] = [];
  for (const { name, host, number } of wanted) {
    const why = await whyNotFree(host, number);
    const folder = number === 0 ? 'any free port' : `${host === '' ? '*' : host}:${number}`;
    conditions.push(
      why === undefined
        ? ok('port', `${folder} is free`)
        : failed('port', `${folder}: ${why}`, `Stop what listens there, or set ${name}.`),
    );
  }
  return conditions;
};

export const checkFolders: Check = (installation) => {
  const folders = new Map([...logFolders(installation), ...dataFolders(installation)]);
  folders.set('generated', 'compiled modules');
  folders.set('dist', 'the bundle');
  return [...folders].map(([folder, what]) => {
    const why = installation.whyNotWritable(folder);
    return why === undefined
      ? ok('folder', `${folder} is writable (${what})`)
      : failed('folder', `${folder}: ${why}`, `It must be writable for ${what}.`);
  });
};

function logFolders({ read }: Installation): readonly (readonly [string, string])[] {
  const { accessLog, errorLog, auditLog } = read.settings;
  return [
    [accessLog, 'the access log'] as const,
    [errorLog, 'the error log'] as const,
    [auditLog, 'the audit log'] as const,
  ]
    .filter(([target]) => !LOGS_ELSEWHERE.has(target))
    .map(([target, what]) => [dirname(target), what] as const);
}

/**
 * Returns the folders that profiles name: SecDataDir for large bodies, and that of the audit log unless AUDIT_LOG is
 * set.
 */
function dataFolders({ profiles, read }: Installation): readonly (readonly [string, string])[] {
  return profiles.flatMap((profile) => {
    const settings = profile.kind === 'Rules' ? profile.analysis.ruleSet?.settings : undefined;
    if (settings === undefined) return [];
    const { dataDir, auditLogPath } = settings;
    const audit =
      auditLogPath === undefined || read.settings.auditLog !== ''
        ? []
        : [[dirname(auditLogPath), 'the audit log'] as const];
    return [[dataDir, 'large request bodies'] as const, ...audit];
  });
}
