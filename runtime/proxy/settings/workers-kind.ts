/** `WORKERS`: a number, or one worker per core. */
import { availableParallelism } from 'node:os';
import { integer, type SettingKind, value } from './setting-kinds.ts';

const MAX_WORKERS = 256;

export const workers: SettingKind<number> = {
  type: 'integer, `auto`',
  parse: (text) =>
    text.toLowerCase() === 'auto'
      ? value(availableParallelism())
      : integer(0, MAX_WORKERS).parse(text),
};
