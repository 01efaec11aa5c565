/** Checks that the proxy can listen on its ports, and that it and the compiler can write to their folders. */
import { dirname } from 'node:path';
import type { ProxySettings } from '#proxy/settings/read-settings.ts';
import { isCheckout } from './check-rules.ts';
import { type Check, type Condition, failed, type Installation, ok } from './condition.ts';

const LOGS_ELSEWHERE: ReadonlySet<string> = new Set(['', 'stdout', 'stderr', 'off']);

type Port = { readonly name: string; readonly host: string; readonly number: number };

export const checkPorts: Check = async ({ read, whyNotFree }) => {
  const ports = portsOf(read.settings);
  const conditions: Condition[] = [];
  for (const [index, { name, host, number }] of ports.entries()) {
    const address = number === 0 ? 'any free port' : `${host === '' ? '*' : host}:${number}`;
    const other = ports.slice(0, index).find((port) => isSame(port, { name, host, number }));
    if (other !== undefined) {
      const hint = `Set ${name} to another port.`;
      conditions.push(failed('port', `${address}: ${other.name} uses it too.`, hint));
      continue;
    }
    const why = await whyNotFree(host, number);
    conditions.push(
      why === undefined
        ? ok('port', `${address} is free`)
        : failed('port', `${address}: ${why}`, `Stop what listens there, or set ${name}.`),
    );
  }
  return conditions;
};

function portsOf(settings: ProxySettings): readonly Port[] {
  const { listenHost, adminHost, decisionHost } = settings;
  return [
    { name: 'PORT', host: listenHost, number: settings.port },
    { name: 'REDIRECT_PORT', host: listenHost, number: settings.redirectPort },
    { name: 'ADMIN_PORT', host: adminHost, number: settings.adminPort },
    { name: 'DECISION_PORT', host: decisionHost, number: settings.decisionPort },
  ].flatMap(({ number, ...port }) => (number === undefined ? [] : [{ ...port, number }]));
}

const ALL_ADDRESSES: ReadonlySet<string> = new Set(['', '0.0.0.0', '::']);

function isSame(one: Port, other: Port): boolean {
  const isOneAddress = ![one, other].some(({ host }) => ALL_ADDRESSES.has(host));
  return (
    one.number !== 0 && one.number === other.number && !(isOneAddress && one.host !== other.host)
  );
}

export const checkFolders: Check = (installation) => {
  const folders = new Map([...logFolders(installation), ...dataFolders(installation)]);
  folders.set('generated', 'compiled modules');
  if (isCheckout(installation.files)) folders.set('dist', 'the bundle');
  const conditions = [...folders].map(([folder, what]) => {
    const why = installation.whyNotWritable(folder, 'folder');
    return why === undefined
      ? ok('folder', `${folder} is writable (${what})`)
      : failed('folder', `${folder}: ${why}`, `It must be writable for ${what}.`);
  });
  return [...conditions, ...ownFolders(installation), ...unusableLogs(installation)];
};

function ownFolders({ ownFolders: all, whyNotWritable }: Installation): readonly Condition[] {
  return all.map(({ folders, what }) => {
    const found = folders.find((folder) => whyNotWritable(folder, 'folder') === undefined);
    if (found !== undefined) return ok('folder', `${found} is writable (${what})`);
    const why = folders
      .map((folder) => `${folder}: ${whyNotWritable(folder, 'folder')}`)
      .join('; ');
    return failed('folder', why, `One of these folders must be writable for ${what}.`);
  });
}

/** Finds settings that name a folder, or a file that cannot be written, as the file of a log. */
function unusableLogs(installation: Installation): readonly Condition[] {
  const { isFolder, whyNotWritable } = installation;
  return logsOf(installation).flatMap(({ name, target }) => {
    const hint = `Set ${name} to a file that can be written.`;
    if (isFolder(target)) return [failed('log', `${target} is a folder.`, hint)];
    if (whyNotWritable(dirname(target), 'folder') !== undefined) return [];
    const why = whyNotWritable(target, 'file');
    return why === undefined ? [] : [failed('log', `${target}: ${why}`, hint)];
  });
}

function logFolders(installation: Installation): readonly (readonly [string, string])[] {
  return logsOf(installation).map(({ target, what }) => [dirname(target), what] as const);
}

type Log = { readonly name: string; readonly target: string; readonly what: string };

function logsOf({ read }: Installation): readonly Log[] {
  const { accessLog, errorLog, auditLog, shadowRules, shadowReport } = read.settings;
  return [
    { name: 'ACCESS_LOG', target: accessLog, what: 'the access log' },
    { name: 'ERROR_LOG', target: errorLog, what: 'the error log' },
    { name: 'AUDIT_LOG', target: auditLog, what: 'the audit log' },
    ...(shadowRules === ''
      ? []
      : [{ name: 'SHADOW_REPORT', target: shadowReport, what: 'the report of SHADOW_RULES' }]),
  ].filter(({ target }) => !LOGS_ELSEWHERE.has(target));
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
