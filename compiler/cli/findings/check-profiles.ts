/** Checks profiles in one step. */
import type { Profile } from '#compiler/compile.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { progress } from '../output/progress.ts';
import { type Checked, checkInSteps } from './check-in-steps.ts';
import { presetCodes } from './codes.ts';

/** `disabled` are the codes that are off; by default those of presets. */
export function checkProfiles(
  profiles: readonly Profile[],
  files: RuleFiles,
  disabled: ReadonlySet<string> = presetCodes,
): Checked {
  const steps = checkInSteps(profiles, files, disabled);
  for (;;) {
    progress.show('checking the rules');
    const step = steps.next();
    if (step.done !== true) continue;
    progress.clear();
    return step.value;
  }
}
