/** Checks the file of policies, and the files that it names. */
import { countNoun } from '#compiler/count-noun.ts';
import { formatDiagnostic } from '#compiler/diagnostics.ts';
import { readPolicies } from '#proxy/policies/read-policies.ts';
import { checkPolicies } from '../../findings/check-policies.ts';
import { type Check, failed, note, ok } from './condition.ts';

const PART = 'policies';

export const checkPolicyFile: Check = ({ files, read }) => {
  const path = read.settings.policies;
  if (path === '') return [];
  const findings = checkPolicies(path, files);
  const [first, ...others] = findings.toSorted(
    (left, right) => Number(right.severity === 'error') - Number(left.severity === 'error'),
  );
  if (first !== undefined) {
    const [head = ''] = formatDiagnostic(first).split('\n');
    const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
    const condition = first.severity === 'error' ? failed : note;
    return [condition(PART, `${head}${more}`, `Run \`portcullis check ${path}\`.`)];
  }
  const { policies } = readPolicies(files.read(path) ?? '');
  const patterns = policies.reduce((sum, { matches }) => sum + matches.length, 0);
  const noun = policies.length === 1 ? 'policy' : 'policies';
  const counts = `${policies.length} ${noun} for ${countNoun(patterns, 'pattern')}`;
  return [ok(PART, `${path}: ${counts} of host and path`)];
};
