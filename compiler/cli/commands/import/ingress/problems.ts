/** Problems of an import: what cannot be imported, or is imported with a difference. */
import { error, type Problem, warning } from '../../../../diagnostics.ts';

const CODE = 'import';

export const brokenYaml = (message: string): Problem =>
  error(CODE, `The document cannot be read: ${message.replace(/\.$/, '')}.`);

export const transactionId = (id: string): Problem =>
  error(
    CODE,
    `The id of transactions cannot be ${JSON.stringify(id)}.`,
    'All logs have the id of the request: X-Request-Id of a trusted proxy, or one of our own.',
  );

export const otherSnippet = (name: string): Problem =>
  error(
    CODE,
    `${name} has directives of ModSecurity, which are not taken.`,
    'Move their rules to modsecurity-snippet, or into the written rule file.',
  );

export const regexPath = (path: string): Problem =>
  error(
    CODE,
    `The path ${JSON.stringify(path)} is an expression, and policies have none.`,
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
    `The path ${JSON.stringify(path)} is exact; the policy counts below it, too.`,
    'The rules of this ingress inspect more than before.',
  );

export const prefixPath = (path: string): Problem =>
  warning(
    CODE,
    `The path ${JSON.stringify(path)} also stands for what begins with its last segment; the policy takes whole segments.`,
    `nginx has ${JSON.stringify(`${path}x`)} under this path, too: name such paths in "match".`,
  );

export const takenTwice = (match: string, by: string): Problem =>
  error(CODE, `${match} is in the ingress ${by} already.`, 'A host and path has one policy.');

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
    `${name} detects and blocks nothing, as modsecurity.conf of ingress-nginx says.`,
    'To block, write SecRuleEngine On behind it in profiles/ingress/modsecurity.conf.',
  );

export const uninspected = (name: string): Problem =>
  warning(
    CODE,
    `ModSecurity is off for ${name}: its policy has mode "off".`,
    'Take the mode away, and the rules of pl1 inspect its requests.',
  );
