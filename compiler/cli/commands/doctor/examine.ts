/** Runs all checks of the installation, in the order of the report. */
import { statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { analyze } from '#compiler/compile.ts';
import { DEFAULT_PROFILES, defaultNames, profileNames, readProfile } from '#compiler/profile.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { messageOf } from '#proxy/message-of.ts';
import { readSettings } from '#proxy/settings/read-settings.ts';
import { CACHE_FOLDERS } from '../../project/module-folders.ts';
import { checkBackends } from './check-backends.ts';
import { checkBanLists } from './check-ban-lists.ts';
import { checkCertificates } from './check-certificates.ts';
import { checkCountryDatabase } from './check-country-database.ts';
import { checkDecisions } from './check-decisions.ts';
import { checkEnvironment } from './check-environment.ts';
import { checkFolders, checkPorts } from './check-folders.ts';
import { checkHttp2 } from './check-http2.ts';
import { checkNode } from './check-node.ts';
import { checkPolicyFile } from './check-policy-file.ts';
import { checkRules, isCheckout } from './check-rules.ts';
import { checkShadowRules } from './check-shadow-rules.ts';
import { checkSharedState } from './check-shared-state.ts';
import { checkTraces } from './check-traces.ts';
import type { Check, Condition, Installation, InstalledProfile } from './condition.ts';
import { whyNotWritable } from './why-not-writable.ts';

const checks: readonly Check[] = [
  checkNode,
  checkEnvironment,
  checkRules,
  checkPorts,
  checkFolders,
  checkCertificates,
  checkHttp2,
  checkBackends,
  checkDecisions,
  checkPolicyFile,
  checkShadowRules,
  checkBanLists,
  checkSharedState,
  checkTraces,
  checkCountryDatabase,
];

export async function examine(installation: Installation): Promise<readonly Condition[]> {
  const conditions: Condition[] = [];
  for (const check of checks) conditions.push(...(await check(installation)));
  return conditions;
}

/** Returns the installation of this process, machine and folder. */
export function thisInstallation(files: RuleFiles, environment: NodeJS.ProcessEnv): Installation {
  return {
    files,
    profiles: installedProfiles(files, environment),
    environment,
    read: readSettings(environment),
    nodeRelease: process.versions.node,
    nodeArguments: process.execArgv,
    ownFolders: [
      { folders: [...CACHE_FOLDERS, tmpdir()], what: 'the cache of run and test' },
      { folders: [tmpdir()], what: 'temporary files of run, test, diff and tune' },
    ],
    whyNotWritable,
    isFolder,
    whyNotFree,
  };
}

export function installedProfiles(
  files: RuleFiles,
  environment: Installation['environment'],
): readonly InstalledProfile[] {
  return namesToExamine(files, environment).map((name): InstalledProfile => {
    const read = readProfile(name, files, environment);
    if (read.kind === 'Error') return { name, kind: 'Unreadable', message: read.message };
    const { entries } = read.profile;
    const module = entries.find(({ text }) => text.endsWith('.mjs'));
    if (module !== undefined && entries.length > 1) return { name, kind: 'Mixed' };
    if (module !== undefined) return { name, kind: 'Module', path: module.text };
    return { name, kind: 'Rules', analysis: analyze(read.profile, files) };
  });
}

/** The proxy that is bundled in a checkout needs both default profiles. */
function namesToExamine(
  files: RuleFiles,
  environment: Installation['environment'],
): readonly string[] {
  const hasDefault = profileNames(files).some((name) => DEFAULT_PROFILES.includes(name));
  return hasDefault && isCheckout(files) ? DEFAULT_PROFILES : defaultNames(files, environment);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Listens for a moment and closes again. */
function whyNotFree(host: string, port: number): Promise<string | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', (error) => done(messageOf(error)));
    const options = host === '' ? { port } : { port, host };
    server.listen(options, () => server.close(() => done(undefined)));
  });
}
