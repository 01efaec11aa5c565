/** Formats level 9 of the debug log: every rule in the order of evaluation, with its targets and result. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { entryName } from '#engine/collections/entry.ts';
import type { RuleInfo } from '#engine/host/rule-info.ts';
import type { TraceEvent } from '#engine/host/trace-event.ts';
import { jsonString } from '#engine/log/json-text.ts';
import { type Redaction, redactValue } from '#engine/log/redact.ts';

/** Number of characters of a value that are shown. */
const SHOWN = 1024;

/** Returns lines without line ends. Values are quoted, and secrets are masked. */
export function traceLines(events: readonly TraceEvent[], redact: Redaction): string[] {
  return events.map((event) => `[9] ${traceLine(event, redact)}`);
}

function traceLine(event: TraceEvent, redact: Redaction): string {
  switch (event.kind) {
    case 'Removed':
      return `${ruleName(event.rule)}: switched off by ctl`;
    case 'Prefiltered':
      return `${ruleName(event.rule)}: no value contains what every match requires`;
    case 'Evaluated': {
      const tests = event.tests.map((test) => jsonString(test)).join(' chain ');
      return `${ruleName(event.rule)}: ${tests}`;
    }
    case 'Tested': {
      const { link, variable, key } = event;
      const name = jsonString(entryName(event));
      const before = shown(redactValue(variable, key, event.before, redact));
      const after = shown(redactValue(variable, key, event.after, redact));
      const change = event.before === event.after ? '' : ` from ${before}`;
      const chained = link === 0 ? '' : `chained rule ${link}: `;
      return `  ${chained}${name} = ${after}${change}: ${resultText(event)}`;
    }
    case 'Matched':
      return '  matched';
    case 'Truncated':
      return 'further evaluations are not recorded';
  }
}

/** Reports the operator's own result, before negation. */
function resultText({ result, negated }: Extract<TraceEvent, { kind: 'Tested' }>): string {
  if (result === 'prefiltered') return 'it does not contain what every match requires';
  return `the operator ${(result === 'match') === negated ? 'does not match' : 'matches'}`;
}

function ruleName({ id, file, line, phase }: RuleInfo): string {
  return `rule ${id} (${file}:${line}) in phase ${phase}`;
}

function shown(value: ByteString): string {
  const more = value.length > SHOWN ? ` and ${value.length - SHOWN} more bytes` : '';
  return jsonString(value.slice(0, SHOWN)) + more;
}
