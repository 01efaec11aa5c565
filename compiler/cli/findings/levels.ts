/** The level of each code, and the options that change it. */
import type { SeverityLevel } from '#compiler/diagnostics.ts';
import { nearest } from '#compiler/suggest.ts';
import { codes } from './codes.ts';
import type { Finding } from './finding.ts';

export type Level = SeverityLevel | 'off';
export type Levels = ReadonlyMap<string, Level>;

/** Codes as options name them, by the wanted level. */
export type LevelOptions = {
  /** A preset of conventions to check in addition; undefined for none. */
  readonly preset?: string;
  readonly error: readonly string[];
  readonly warn: readonly string[];
  readonly notice: readonly string[];
  readonly off: readonly string[];
};

/** Options that name no code. */
export const NO_LEVELS: LevelOptions = { error: [], warn: [], notice: [], off: [] };

export type LevelsResult =
  | { readonly kind: 'Ok'; readonly levels: Levels }
  | { readonly kind: 'Error'; readonly message: string };

/** Returns the levels that differ from those of the findings. */
export function readLevels(options: LevelOptions): LevelsResult {
  const { preset, error, warn, notice, off } = options;
  if (preset !== undefined && preset !== 'crs') {
    return { kind: 'Error', message: `There is no preset ${preset}; --preset takes crs.` };
  }
  const unknown = [...error, ...warn, ...notice, ...off].find((code) => !codes.has(code));
  if (unknown !== undefined) {
    const near = nearest(unknown, codes.keys());
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    return { kind: 'Error', message: `There is no code ${unknown}.${hint}` };
  }
  return { kind: 'Ok', levels: levelsOf(options) };
}

/** A later group overrides an earlier one; off overrides all. */
function levelsOf({ preset, error, warn, notice, off }: LevelOptions): Levels {
  const disabled = [...codes]
    .filter(([, code]) => code.isOff && (preset === undefined || code.preset !== preset))
    .map(([name]) => name);
  const groups: readonly (readonly [readonly string[], Level])[] = [
    [disabled, 'off'],
    [notice, 'notice'],
    [warn, 'warning'],
    [error, 'error'],
    [off, 'off'],
  ];
  return new Map(groups.flatMap(([names, level]) => names.map((code) => [code, level] as const)));
}

/** The levels without options. */
export const defaultLevels = levelsOf(NO_LEVELS);

/** Returns the codes that are off. */
export function disabledCodes(levels: Levels): ReadonlySet<string> {
  return new Set([...levels].flatMap(([code, level]) => (level === 'off' ? [code] : [])));
}

export function applyLevels(findings: readonly Finding[], levels: Levels): readonly Finding[] {
  return findings.flatMap((finding) => {
    const level = levels.get(finding.code) ?? finding.severity;
    return level === 'off' ? [] : [{ ...finding, severity: level }];
  });
}
