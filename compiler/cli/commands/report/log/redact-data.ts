/** Masks secrets in the logdata of rules: logs of other engines, and ours with AUDIT_REDACT=false, contain them. */
import { MASK, redactJson, redactPairs } from '#engine/log/redact-text.ts';
import { isSecretVariable } from '#engine/log/secret-names.ts';
import { dataLocation } from '../../tune/data-location.ts';

/** Targets that the text names: `ARGS:password`. */
const TARGETS = /\b([A-Z_]+):([^\s:]+)/g;

export function redactData(data: string): string {
  const location = dataLocation(data);
  const named = [...data.matchAll(TARGETS)].map(([, variable = '', key = '']) => ({
    variable,
    key,
  }));
  const secret = [...(location === undefined ? [] : [location]), ...named].find(isSecretVariable);
  if (secret !== undefined) return `${MASK} found within ${secret.variable}:${secret.key}`;
  return redactJson(redactPairs(data));
}
