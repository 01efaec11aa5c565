/** Reports texts for the log that contain the value of a password, a token or a session. */
import { isSecretName, isSecretVariable } from '#engine/log/secret-names.ts';
import type { Link, MacroPart, Rule } from '../2-resolve/ruleset.ts';
import { isCaptureName } from '../language/capture-names.ts';
import type { Span } from '../source.ts';
import type { LintContext } from './context.ts';
import { rulesOfSet } from './locations.ts';
import * as problem from './problems.ts';

export function lintSecrets({ ruleSet, diagnostics }: LintContext): void {
  for (const rule of rulesOfSet(ruleSet)) {
    const [secret] = secretsOf(rule);
    if (secret !== undefined) diagnostics.report(problem.secretInLog(secret.what), secret.span);
  }
}

type Secret = { readonly what: string; readonly span: Span };

/**
 * Returns the secrets that the rule logs. A rule that sets the parts of the audit log is not reported, because its
 * author has considered what is logged.
 */
function secretsOf(rule: Rule): readonly Secret[] {
  const { links, metadata, log, audit } = rule;
  const choosesParts = links.some(({ effects }) =>
    effects.some((effect) => effect.kind === 'Control' && effect.control.kind === 'AuditLogParts'),
  );
  if (choosesParts || !(log || audit)) return [];
  return links.flatMap((link, index) => {
    const { message, logdata } = index === 0 ? metadata : link;
    return [...(message ?? []), ...(logdata ?? [])].flatMap((part) => secretIn(part, rule));
  });
}

function secretIn(part: MacroPart, rule: Rule): readonly Secret[] {
  if (part.kind === 'Literal') return [];
  const { variable, key, span } = part;
  return namedBy(variable.name, key ?? '', rule).map((what) => ({ what, span }));
}

/** Returns the secrets whose values the macro %{variable.key} may expand to in a text of the rule. */
function namedBy(variable: string, key: string, { links }: Rule): readonly string[] {
  if (variable === 'MATCHED_VAR') return links.flatMap(secretTargets);
  if (variable === 'TX' && isCaptureName(key)) {
    return links.filter(({ test }) => test?.capture === true).flatMap(secretTargets);
  }
  return isSecret(variable, key) ? [`${variable}:${key}`] : [];
}

/**
 * Returns the targets that select a secret by its name. ARGS as a whole is not reported, because it rarely contains
 * one.
 */
function secretTargets({ test }: Link): readonly string[] {
  return (test?.targets ?? []).flatMap(({ mode, variable, selector }) => {
    if (mode === 'count' || selector.kind !== 'Key') return [];
    return isSecret(variable.name, selector.key) ? [`${variable.name}:${selector.key}`] : [];
  });
}

/** Cookies that identify a user. A rule may log the others. */
const SESSION = /sess|sid\d*$|auth|jwt|login|remember/i;

function isSecret(variable: string, key: string): boolean {
  if (variable !== 'REQUEST_COOKIES') return isSecretVariable({ variable, key });
  return SESSION.test(key) || isSecretName(key);
}
