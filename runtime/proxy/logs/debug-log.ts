/**
 * Writes the debug log (docs/spec/logs.md#debug-log). Levels: 1 errors, 3 also matches, 4 also phases, 9 all that a
 * rule saw.
 */
import { entryName } from '#engine/collections/entry.ts';
import type { RuleMatch, Settings } from '#engine/host/compiled-waf.ts';
import { jsonString } from '#engine/log/json-text.ts';
import { escapeControls } from '#engine/log/quote.ts';
import { type Redaction, redactMatch, redactTarget } from '#engine/log/redact.ts';
import type { Inspection } from '../waf/inspection.ts';
import type { Logs } from './logs.ts';
import { traceLines } from './trace-lines.ts';

const DEFAULT_PATH = '/tmp/log/portcullis/debug.log';
const ERRORS = 1;
const MATCHES = 3;
const PHASES = 4;
const EVERYTHING = 9;

/** Rules that were compiled for a lower level contain no trace code, which would cost time. */
const NO_TRACE = [
  '[9] only matches are shown: SECDEBUGLOGLEVEL was not 9 when the rules were compiled',
];

export type DebugLog = (inspection: Inspection) => void;

/** Returns undefined when the level is 0. `level`: that of the environment; the profile's applies when it is higher. */
export function openDebugLog(
  logs: Logs,
  settings: Settings,
  level: number,
  redact: Redaction,
): DebugLog | undefined {
  const effective = Math.max(level, settings.debugLogLevel);
  if (effective === 0) return undefined;
  const sink = logs.open(settings.debugLogPath ?? DEFAULT_PATH);
  return (inspection) => {
    const prefix = `[${new Date().toISOString()}] [${inspection.transaction.id}]`;
    for (const line of debugLines(inspection, effective, redact)) {
      sink?.write(`${prefix} ${line}`);
    }
  };
}

function debugLines(inspection: Inspection, level: number, redact: Redaction): string[] {
  const { transaction, engineError, phaseMs, profile } = inspection;
  const lines: string[] = [];
  if (level >= EVERYTHING) {
    const { method, target, remoteAddress, serverName } = transaction.request;
    const shown = jsonString(redactTarget(target, redact));
    const verb = escapeControls(method);
    lines.push(`[9] ${verb} ${shown} host ${serverName} client ${remoteAddress} ${profile.name}`);
    lines.push(...(profile.waf.manifest.traced ? traceLines(transaction.trace, redact) : NO_TRACE));
  }
  if (level >= PHASES) {
    const times = phaseMs.slice(1).map((ms, index) => `phase ${index + 1} ${ms.toFixed(3)} ms`);
    lines.push(`[4] ${times.join(', ')}`);
  }
  if (level >= MATCHES) {
    for (const match of transaction.matches) lines.push(...matchLines(match, level, redact));
  }
  if (level >= PHASES) lines.push(`[4] ${verdictOf(inspection)}`);
  if (level >= ERRORS && engineError !== undefined) {
    lines.push(
      `[1] engine error in phase ${engineError.phase}: ${jsonString(String(engineError.error))}`,
    );
  }
  return lines;
}

function matchLines(match: RuleMatch, level: number, redact: Redaction): string[] {
  const { rule, interrupted } = match;
  const data = redactMatch(match, redact);
  const message = jsonString(data[0]?.message ?? '');
  const end = interrupted ? ', interrupted' : '';
  const line = `[3] rule ${rule.id} (${rule.file}:${rule.line}) matched in phase ${rule.phase}${end}: ${message}`;
  if (level < EVERYTHING) return [line];
  return [
    line,
    ...data.map((datum) => `[9]   ${jsonString(entryName(datum))} = ${jsonString(datum.value)}`),
  ];
}

function verdictOf({ transaction: { interruption, detected } }: Inspection): string {
  const found = interruption ?? detected;
  if (found === undefined) return 'no interruption';
  const kind = interruption === undefined ? 'detected only' : 'interrupted';
  return `${kind}: ${found.kind}, status ${found.status}, rule ${found.ruleId}`;
}
