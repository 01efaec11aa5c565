/** Hints for a wrong argument: the value that is probably meant, or else what the directive or action is for. */
import { actions } from '../language/actions.ts';
import { controlOptions } from '../language/controls.ts';
import { directives, settingValues } from '../language/directives/index.ts';
import { didYouMean, within } from '../suggest.ts';

/** `name`: of a directive for settings; `written`: the argument. */
export function directiveHint(name: string, written: string): string | undefined {
  const record = directives.get(name.toLowerCase());
  if (record === undefined || !('documentation' in record)) return undefined;
  return valueHint(record.documentation, settingValues(record), written);
}

export function actionHint(name: string, written: string): string | undefined {
  const record = actions.get(name.toLowerCase());
  return record && valueHint(record.documentation, record.takes, written);
}

/** `name`: of an option of `ctl`; `written`: its value. */
export function controlHint(name: string, written: string): string | undefined {
  const record = controlOptions.get(name.toLowerCase());
  return record && valueHint(record.documentation, record.takes, written);
}

/** `takes`: the values, or how the argument is written. */
function valueHint(
  documentation: string,
  takes: string | readonly string[] | undefined,
  written: string,
): string {
  const most = written.length > 4 ? 2 : 1;
  if (typeof takes !== 'object') return documentation;
  const word = SWITCH_WORDS.get(written.toLowerCase());
  const near = word !== undefined && takes.includes(word) ? word : within(written, takes, most);
  return didYouMean(near) ?? documentation;
}

/** What other configurations write for On and Off. `no` also resembles On. */
const SWITCH_WORDS: ReadonlyMap<string, string> = new Map([
  ['0', 'Off'],
  ['1', 'On'],
  ['disabled', 'Off'],
  ['enabled', 'On'],
  ['false', 'Off'],
  ['no', 'Off'],
  ['true', 'On'],
  ['yes', 'On'],
]);
