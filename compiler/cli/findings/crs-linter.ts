/** The checks of crs-linter and their names here. */

/** Maps the name of a check, as in comments `#crs-linter:ignore:`, to our codes for the same mistakes. */
export const crsLinterCodes: ReadonlyMap<string, readonly string[]> = new Map([
  ['approved_tags', ['unapproved-tag']],
  ['args_names_json_prefix', ['anchored-name']],
  ['capture', ['missing-capture']],
  ['check_capture', ['missing-capture']],
  ['collection_capture_chain', ['overwritten-capture']],
  ['crs_tag', ['missing-crs-tag']],
  ['ctl_audit_log', ['deprecated-ctl']],
  ['deprecated', ['deprecated-ctl']],
  ['duplicated', ['duplicate-id']],
  ['ignore_case', ['implicit-operator', 'name-case']],
  ['indentation', ['indentation']],
  ['lowercase_ignorecase', ['doubled-ignore-case']],
  ['no_negated_request_cookies', ['negated-cookies']],
  ['ordered_actions', ['action-order']],
  ['pass_nolog', ['logged-pass']],
  ['passnolog', ['logged-pass']],
  ['pl_consistency', ['paranoia-mismatch', 'severity-mismatch']],
  ['rule_tests', ['missing-test']],
  ['standalonetxn', ['missing-capture']],
  ['variables_usage', ['unset-variable', 'early-read', 'unused-variable']],
  ['version', ['version-mismatch']],
]);
