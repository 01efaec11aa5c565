/** Problems of an import: what cannot be imported, or is imported with a difference. */
import { error, type Problem, warning } from '#compiler/diagnostics.ts';

const CODE = 'import';

export const brokenYaml = (message: string): Problem =>
  error(CODE, `The document cannot be read: ${message.replace(/\.$/, '')}.`);

export const transactionId = (id: string): Problem =>
  error(
    CODE,
    `The id of transactions cannot be ${JSON.stringify(id)}.`,
    'All logs contain the id of the request: X-Request-Id of a trusted proxy, or a generated id.',
  );

export const otherSnippet = (name: string): Problem =>
  error(
    CODE,
    `${name} has directives of ModSecurity, which are not converted.`,
    'Move their rules to modsecurity-snippet, or into the written rule file.',
  );

export const regexPath = (path: string): Problem =>
  error(
    CODE,
    `The path ${JSON.stringify(path)} is a regular expression, which policies do not support.`,
    'Add a pattern of segments to "match" of the policy, such as "/shop/*/cart".',
  );

export const badHost = (host: string): Problem =>
  error(
    CODE,
    `${JSON.stringify(host)} cannot be the host of a policy.`,
    'A host is a name, or "*." and a name.',
  );

export const exactPath = (path: string): Problem =>
  warning(
    CODE,
    `The path ${JSON.stringify(path)} is exact, but the policy also applies to paths below it.`,
    'The rules of this ingress inspect more than before.',
  );

export const prefixPath = (path: string): Problem =>
  warning(
    CODE,
    `The path ${JSON.stringify(path)} also matches paths that only begin with its last segment, but the policy matches whole segments.`,
    `For nginx this path also matches ${JSON.stringify(`${path}x`)}: add such paths to "match".`,
  );

export const takenTwice = (match: string, by: string): Problem =>
  error(
    CODE,
    `${match} is already in the ingress ${by}.`,
    'Each host and path has only one policy.',
  );

export const otherInclude = (path: string): Problem =>
  error(
    CODE,
    `Include of ${path} is left out: only files of ingress-nginx itself are known.`,
    'Copy the file into the project and name it in "files" of the written profile.',
  );

export const leftOut = (directive: string, reason: string): Problem =>
  error(CODE, `${directive} is left out. ${reason}`);

export const ignored = (directive: string, reason: string): Problem =>
  warning(CODE, `${directive} is left out: it has no effect here. ${reason}`);

export const detectionOnly = (name: string): Problem =>
  warning(
    CODE,
    `${name} only detects and does not block, as modsecurity.conf of ingress-nginx configures it.`,
    'To block, add SecRuleEngine On at the end of profiles/ingress/modsecurity.conf.',
  );

export const uninspected = (name: string): Problem =>
  warning(
    CODE,
    `ModSecurity is off for ${name}: its policy has mode "off".`,
    'Remove the mode to inspect its requests with the rules of pl1.',
  );
