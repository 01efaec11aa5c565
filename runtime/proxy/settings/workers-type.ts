/** The type of `WORKERS`: a number, or `auto` for one worker per core. */
import { availableParallelism } from 'node:os';
import { integer, problem, type SettingKind, value } from './setting-types.ts';

const MAX_WORKERS = 256;

export const workers: SettingKind<number> = {
  type: 'integer, `auto`',
  parse: (text) => {
    if (text.toLowerCase() === 'auto') return value(availableParallelism());
    const parsed = integer(0, MAX_WORKERS).parse(text);
    if (parsed.kind === 'Value') return parsed;
    return problem(`"${text}" is neither auto nor an integer from 0 to ${MAX_WORKERS}.`);
  },
};
