/** Codes of the preset crs: conventions of the OWASP CRS, which other rules need not follow. */
import { type CodeRow, inPreset } from './code.ts';

export const crsCodes: readonly CodeRow[] = [
  inPreset(
    'action-order',
    'The actions of a rule stand in another order than in the OWASP CRS: id, phase, the verdict, capture, t, log, msg, logdata, tag, ctl, ver, severity, setvar, chain.',
  ),
  inPreset(
    'anchored-name',
    'A test of ARGS_NAMES asks how the name begins. Coraza and libmodsecurity put json. before the names from a JSON body, ModSecurity 2 does not.',
  ),
  inPreset('deprecated-ctl', 'A rule sets ctl:auditLogParts, which the OWASP CRS no longer does.'),
  inPreset(
    'doubled-ignore-case',
    'An expression begins with (?i), and t:lowercase stands before it: one of them does nothing.',
  ),
  inPreset(
    'implicit-operator',
    'A rule leaves out @rx, so that its expression has to be told from the name of an operator.',
  ),
  inPreset(
    'indentation',
    'A line of a rule is not indented as in the OWASP CRS: four spaces for a line that continues, and four more for each link of a chain.',
  ),
  inPreset(
    'logged-pass',
    'A rule with pass writes to the log for every request that it is there to prepare.',
  ),
  inPreset(
    'missing-crs-tag',
    'A rule lacks the tag OWASP_CRS, by which sites exclude all rules of the set, or the one of its file, such as OWASP_CRS/ATTACK-SQLI.',
  ),
  inPreset(
    'missing-test',
    'There are regression tests beside the rules, and none for this one. util/TESTS_EXCLUSIONS lists ids, or how they begin, of rules that need none.',
  ),
  inPreset(
    'name-case',
    'An operator, action, transformation or ctl is spelt in another case than in the manual.',
  ),
  inPreset(
    'negated-cookies',
    'A rule excludes cookies by !REQUEST_COOKIES. In the OWASP CRS exclusions stand behind the rules, where sites can see and change them.',
  ),
  inPreset(
    'overwritten-capture',
    'A rule captures from several values, and the next one of its chain looks at TX:0 to TX:9, where only the last capture is left. A harmless last value hides the others (CVE-2026-21876).',
  ),
  inPreset(
    'paranoia-mismatch',
    'The tag paranoia-level/N of a rule or the score it adds to, ..._plN, is not that of the level from which it runs.',
  ),
  inPreset(
    'severity-mismatch',
    'A rule adds a score that is not the one of its severity: what it says in the log is not what it counts for.',
  ),
  inPreset('unapproved-tag', 'A rule has a tag that util/APPROVED_TAGS does not list.'),
  inPreset(
    'version-mismatch',
    'A rule has no ver, or that of another release than SecComponentSignature or most rules of its set.',
  ),
];
