/** The rule files in the image of ingress-nginx, and their replacements here. */

export const CORE_RULES = '{rules}/*.conf';
export const RECOMMENDED = 'profiles/ingress/modsecurity.conf';
export const SETUP = 'profiles/ingress/crs-setup.conf';
export const DEFAULT_ACTIONS = 'profiles/ingress/default-actions.conf';

const CRS_FILE =
  /^\/etc\/nginx\/owasp-modsecurity-crs\/rules\/((?:REQUEST|RESPONSE)-[\w*-]+\.conf)$/;
const ALL_RULES = /^\/etc\/nginx\/owasp-modsecurity-crs\/rules\/\*(?:\.conf)?$/;
/** Files that are empty until a user edits them. */
const EXCLUSION_FILE = /^(?:REQUEST-900|RESPONSE-999)-EXCLUSION-RULES-/;

/** Returns the replacements as profiles name them; undefined for a file that is not in the image. */
export function includedFiles(path: string): readonly string[] | undefined {
  if (path === '/etc/nginx/modsecurity/modsecurity.conf') return [RECOMMENDED];
  if (path === '/etc/nginx/owasp-modsecurity-crs/nginx-modsecurity.conf')
    return [SETUP, CORE_RULES];
  if (path === '/etc/nginx/owasp-modsecurity-crs/crs-setup.conf') return [SETUP];
  if (ALL_RULES.test(path)) return [CORE_RULES];
  const name = CRS_FILE.exec(path)?.[1];
  if (name === undefined) return undefined;
  return EXCLUSION_FILE.test(name) ? [] : [`{rules}/${name}`];
}

const PHASES = [1, 2, 3, 4, 5];

/** The text of the files that profiles name, by path. */
export const STANDARD_FILES: ReadonlyMap<string, string> = new Map([
  [
    RECOMMENDED,
    `# For /etc/nginx/modsecurity/modsecurity.conf of ingress-nginx, which only detects and does not block.
Include ../base.conf
SecRuleEngine DetectionOnly
`,
  ],
  [
    DEFAULT_ACTIONS,
    `# What "block" means in rules: add to the score and continue.
${PHASES.map((phase) => `SecDefaultAction "phase:${phase},log,auditlog,pass"\n`).join('')}`,
  ],
  [
    SETUP,
    `# For crs-setup.conf of ingress-nginx: everything has the defaults of the rules, paranoia level 1 and thresholds 5 and 4.
SecAction \\
    "id:900990,\\
    phase:1,\\
    pass,\\
    t:none,\\
    nolog,\\
    setvar:'tx.crs_setup_version=4280'"
`,
  ],
]);
