/** Codes of the preset crs: conventions of the OWASP CRS, which other rules need not follow. */
import { type CodeRow, inPreset } from './code.ts';

export const crsCodes: readonly CodeRow[] = [
  inPreset(
    'action-order',
    'The actions of a rule are not in the order of the OWASP CRS: id, phase, the verdict, capture, t, log, msg, logdata, tag, ctl, ver, severity, setvar, chain.',
  ),
  inPreset(
    'anchored-name',
    'A test of ARGS_NAMES depends on how the name begins. Coraza and libmodsecurity put json. before the names from a JSON body, ModSecurity 2 does not.',
  ),
  inPreset('deprecated-ctl', 'A rule sets ctl:auditLogParts, which the OWASP CRS no longer uses.'),
  inPreset(
    'doubled-ignore-case',
    'An expression begins with (?i), but t:lowercase is applied before it: one of them has no effect.',
  ),
  inPreset(
    'implicit-operator',
    'A rule omits @rx, so readers must tell its expression from the name of an operator.',
  ),
  inPreset(
    'indentation',
    'A line of a rule is not indented as in the OWASP CRS: four spaces for a continuation line, and four more for each link of a chain.',
  ),
  inPreset(
    'logged-pass',
    'A rule with pass only prepares requests for other rules, but writes to the log for each of them.',
  ),
  inPreset(
    'missing-crs-tag',
    'A rule lacks the tag OWASP_CRS, by which sites exclude all rules of the set, or the tag of its file, such as OWASP_CRS/ATTACK-SQLI.',
  ),
  inPreset(
    'missing-test',
    'The rule set has regression tests, but none for this rule. util/TESTS_EXCLUSIONS lists the ids, or prefixes of ids, of rules that need no test.',
  ),
  inPreset(
    'name-case',
    'An operator, action, transformation or ctl is spelt in another case than in the manual.',
  ),
  inPreset(
    'negated-cookies',
    'A rule excludes cookies by !REQUEST_COOKIES. In the OWASP CRS exclusions follow the rules, where sites can see and change them.',
  ),
  inPreset(
    'overwritten-capture',
    'A rule captures from several values, and the next rule of its chain reads TX:0 to TX:9, which hold only the last capture. A harmless last value hides the others (CVE-2026-21876).',
  ),
  inPreset(
    'paranoia-mismatch',
    'The tag paranoia-level/N of a rule, or the score ..._plN that it adds to, does not fit the level from which the rule runs.',
  ),
  inPreset(
    'severity-mismatch',
    'A rule adds a score that is not that of its severity: the log shows another severity than the score has.',
  ),
  inPreset('unapproved-tag', 'A rule has a tag that util/APPROVED_TAGS does not list.'),
  inPreset(
    'version-mismatch',
    'A rule has no ver, or its ver is not that of SecComponentSignature or of most rules of its set.',
  ),
];
