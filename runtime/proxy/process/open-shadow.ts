/** Sets up the trial of the rules in SHADOW_RULES. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Logs } from '../logs/logs.ts';
import { messageOf } from '../message-of.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import { startCandidate } from '../shadow/candidate.ts';
import type { CandidateModule } from '../shadow/loaded-candidate.ts';
import { createShadow, type Shadow } from '../shadow/shadow.ts';
import { ruleEngineMode } from '../waf/inspection.ts';

/** Most milliseconds for the candidate's verdict on a request. The rules in force need some of that time too. */
const TIMEOUT_MS = 5000;

export type ShadowHost = {
  /** The program's file; undefined when there are no threads. */
  readonly program: string | undefined;
  readonly logs: Logs;
  readonly metrics: Metrics;
  readonly warn: (message: string) => void;
  /** Returns the names under which the profiles in force were compiled. */
  readonly profiles: () => readonly string[];
};

export type OpenedShadow = {
  /** Undefined when SHADOW_RULES is unset, or when there is a problem. */
  readonly shadow: Shadow | undefined;
  readonly problems: readonly string[];
  /** Reads the candidate again, if there is one. Returns its problems; with problems the previous candidate stays. */
  readonly reload: () => readonly (readonly string[])[];
};

export function openShadow(settings: ProxySettings, host: ShadowHost): OpenedShadow {
  const { shadowRules, engineMode } = settings;
  const { program, logs, metrics, warn, profiles } = host;
  const failed = (problem: string): OpenedShadow => ({
    shadow: undefined,
    problems: [problem],
    reload: () => [],
  });
  if (shadowRules === '' || engineMode === 'off')
    return { shadow: undefined, problems: [], reload: () => [] };
  if (program === undefined) return failed('SHADOW_RULES: there are no threads here.');
  const redact = settings.auditRedact ? 'secrets' : 'off';
  const { engineStepLimit: stepLimit, inspectionThreadMemory: memory } = settings;
  const mode = ruleEngineMode(engineMode);
  let inForce = '';
  try {
    const shadow = createShadow({
      sample: settings.shadowSample,
      redact,
      report: logs.open(settings.shadowReport),
      counters: {
        judged: () => metrics.add('waf_shadow_judged_total'),
        differs: (change) => metrics.add('waf_shadow_differences_total', { change }),
        dropped: (reason, amount) => metrics.add('waf_shadow_dropped_total', { reason }, amount),
      },
      warn,
      profiles,
      startCandidate: ({ bytes }) => {
        const start = { kind: 'Shadow', bytes, stepLimit, mode, redact } as const;
        return startCandidate({ program, memory, timeout: TIMEOUT_MS, start });
      },
    });
    const load = (): void => {
      const module = readCandidate(shadowRules);
      if (module.sha256 === inForce) return;
      inForce = module.sha256;
      shadow.start(module);
    };
    load();
    const reload = (): readonly (readonly string[])[] => {
      try {
        load();
        return [[]];
      } catch (error) {
        return [[`SHADOW_RULES: ${shadowRules} cannot be read: ${messageOf(error)}`]];
      }
    };
    return { shadow, problems: [], reload };
  } catch (error) {
    return failed(`SHADOW_RULES: the trial cannot start: ${messageOf(error)}`);
  }
}

function readCandidate(path: string): CandidateModule {
  const bytes = readFileSync(path);
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}
