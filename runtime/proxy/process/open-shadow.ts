/** Sets up the trial of the rules in SHADOW_RULES. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { attempts } from '../attempts.ts';
import { cannotRead } from '../cannot-read.ts';
import type { LogSink, Logs } from '../logs/logs.ts';
import { messageOf } from '../message-of.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import { startCandidate } from '../shadow/candidate.ts';
import type { CandidateModule } from '../shadow/loaded-candidate.ts';
import { createShadow, type Shadow } from '../shadow/shadow.ts';
import { ruleEngineMode } from '../waf/inspection.ts';
import { openLog } from './open-log.ts';
import type { WarnOnce } from './warn-once.ts';

/** Most milliseconds for the candidate's verdict on a request. The rules in force need some of that time too. */
const TIMEOUT_MS = 5000;

export type ShadowHost = {
  readonly metrics: Metrics;
  readonly warnOnce: WarnOnce;
  /** Returns the names under which the profiles in force were compiled. */
  readonly profiles: () => readonly string[];
};

/** What the trial needs before it starts: the first candidate, and the file of the report. */
export type Trial = {
  /** The program's file. */
  readonly program: string;
  readonly first: CandidateModule;
  readonly report: LogSink;
  /** The mode of the settings, where it overrides that of the modules. */
  readonly mode: ReturnType<typeof ruleEngineMode>;
};

export type TrialRead =
  /** `trial` is undefined when SHADOW_RULES is unset or no rules run. */
  | { readonly kind: 'Read'; readonly trial: Trial | undefined }
  /** One line per problem, naming the variable. */
  | { readonly kind: 'Failed'; readonly problems: readonly string[] };

/** `program`: undefined when there are no threads. */
export function readTrial(
  { shadowRules, shadowReport, engineMode }: ProxySettings,
  program: string | undefined,
  logs: Logs,
): TrialRead {
  if (shadowRules === '' || engineMode === 'off') return { kind: 'Read', trial: undefined };
  if (program === undefined)
    return { kind: 'Failed', problems: ['SHADOW_RULES: there are no threads here.'] };
  const problems: string[] = [];
  const attempt = attempts(problems);
  const first = attempt(() => readCandidate(shadowRules));
  const report = attempt(() => openLog('SHADOW_REPORT', shadowReport, logs));
  if (first === undefined || problems.length > 0) return { kind: 'Failed', problems };
  return { kind: 'Read', trial: { program, first, report, mode: ruleEngineMode(engineMode) } };
}

export type OpenedShadow = {
  /** Undefined when there is no trial. */
  readonly shadow: Shadow | undefined;
  /** Reads the candidate again, if there is one. Returns its problems; with problems the previous candidate stays. */
  readonly reload: () => readonly (readonly string[])[];
};

export function openShadow(
  settings: ProxySettings,
  trial: Trial | undefined,
  { metrics, warnOnce, profiles }: ShadowHost,
): OpenedShadow {
  if (trial === undefined) return { shadow: undefined, reload: () => [] };
  const { program, first, report, mode } = trial;
  const redact = settings.auditRedact ? 'secrets' : 'off';
  const { engineStepLimit: stepLimit, inspectionThreadMemory: memory } = settings;
  /** Undefined when the last candidate could not be loaded: the next reload tries it again. */
  let inForce: string | undefined = first.sha256;
  const shadow = createShadow({
    sample: settings.shadowSample,
    redact,
    report,
    counters: {
      judged: () => metrics.add('waf_shadow_judged_total'),
      differs: (change) => metrics.add('waf_shadow_differences_total', { change }),
      dropped: (reason, amount) => metrics.add('waf_shadow_dropped_total', { reason }, amount),
    },
    loadFailed: ({ sha256 }, error) => {
      if (inForce === sha256) inForce = undefined;
      const line = `SHADOW_RULES: the candidate cannot be loaded: ${messageOf(error)}`;
      warnOnce(`candidate ${sha256}`, line);
    },
    profiles,
    startCandidate: ({ bytes }) => {
      const start = { kind: 'Shadow', bytes, stepLimit, mode, redact } as const;
      return startCandidate({ program, memory, timeout: TIMEOUT_MS, start });
    },
  });
  shadow.start(first);
  const reload = (): readonly (readonly string[])[] => {
    const problems: string[] = [];
    const module = attempts(problems)(() => readCandidate(settings.shadowRules));
    if (module !== undefined && module.sha256 !== inForce) {
      inForce = module.sha256;
      shadow.start(module);
    }
    return [problems];
  };
  return { shadow, reload };
}

/** Throws an error whose message is a line for the operator. */
function readCandidate(path: string): CandidateModule {
  try {
    const bytes = readFileSync(path);
    return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
  } catch (error) {
    throw new Error(`SHADOW_RULES: ${cannotRead(path, error)}`);
  }
}
