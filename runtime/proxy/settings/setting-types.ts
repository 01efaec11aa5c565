/** The types of values that an environment variable can have: how each is parsed, and its error messages. */

export type Parsed<T> =
  | { readonly kind: 'Value'; readonly value: T }
  | { readonly kind: 'Problems'; readonly problems: readonly string[] };

/**
 * `type`: the text in docs/settings.md. `parse`: gets trimmed, non-empty text. `scale`: what `parse` multiplies a number
 * by, when not 1.
 */
export type SettingKind<T> = {
  readonly type: string;
  readonly parse: (text: string) => Parsed<T>;
  readonly scale?: number;
};

export function value<T>(parsed: T): Parsed<T> {
  return { kind: 'Value', value: parsed };
}

export function problem(...problems: readonly string[]): Parsed<never> {
  return { kind: 'Problems', problems };
}

/** A decimal integer without a sign; both bounds are included. */
export function integer(min: number, max: number): SettingKind<number> {
  return {
    type: 'integer',
    parse: (text) => {
      const parsed = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
      if (parsed >= min && parsed <= max) return value(parsed);
      return problem(`"${text}" is not an integer from ${min} to ${max}.`);
    },
  };
}

/** A decimal number without sign or exponent; both bounds are included. */
export function decimal(min: number, max: number): SettingKind<number> {
  return {
    type: 'number',
    parse: (text) => {
      const parsed = /^[0-9]{1,15}(\.[0-9]{1,9})?$/.test(text) ? Number(text) : Number.NaN;
      if (parsed >= min && parsed <= max) return value(parsed);
      return problem(`"${text}" is not a number from ${min} to ${max}.`);
    },
  };
}

const MILLISECONDS = 1000;

/** A time that is written in seconds and read as milliseconds. */
export function seconds(min: number, max: number): SettingKind<number> {
  return {
    type: 'seconds',
    parse: (text) => {
      const parsed = decimal(min, max).parse(text);
      if (parsed.kind === 'Value') return value(Math.round(parsed.value * MILLISECONDS));
      return problem(`"${text}" is not a number of seconds from ${min} to ${max}.`);
    },
    scale: MILLISECONDS,
  };
}

/** The longest time that a setting may have, in seconds. */
export const MAX_SECONDS = 86_400;
/** A time above 0. */
export const SPAN = seconds(0.01, MAX_SECONDS);

/** The words for each boolean, in lower case. */
export const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['no', false],
  ['off', false],
]);

export const boolean: SettingKind<boolean> = {
  type: 'boolean',
  parse: (text) => {
    const parsed = BOOLEANS.get(text.toLowerCase());
    if (parsed !== undefined) return value(parsed);
    return problem(`"${text}" is not a boolean (true, false, 1, 0, yes, no, on, off).`);
  },
};

/** One of a few words, in any case. */
export function choice<const Word extends string>(...words: readonly Word[]): SettingKind<Word> {
  return {
    type: words.map((word) => `\`${word}\``).join(', '),
    parse: (text) => {
      const found = words.find((word) => word === text.toLowerCase());
      if (found !== undefined) return value(found);
      return problem(`"${text}" is not one of ${words.join(', ')}.`);
    },
  };
}

export const text: SettingKind<string> = { type: 'text', parse: (raw) => value(raw) };

/** An http:// or https:// URL; the default "" means unset. It may have a password, so the problem does not quote it. */
export const httpUrl: SettingKind<string> = {
  type: 'URL',
  parse: (raw) => {
    const scheme = URL.canParse(raw) ? new URL(raw).protocol : '';
    if (scheme === 'http:' || scheme === 'https:') return value(raw);
    return problem('is not a URL that begins with http:// or https://.');
  },
};

/** Paths are separated by colons or line ends, for the compiler and the proxy. */
export const PATH_SEPARATORS = /[:\n]/;

/**
 * A list of entries between separators. Entries are trimmed and empty ones skipped; all invalid entries are
 * reported.
 */
export function listOf<T>(
  type: string,
  separator: ',' | RegExp,
  parseEntry: (entry: string) => Parsed<T>,
): SettingKind<readonly T[]> {
  return {
    type,
    parse: (text) => {
      const entries = text.split(separator).map((entry) => entry.trim());
      const parsed = entries.filter((entry) => entry !== '').map(parseEntry);
      const problems = parsed.flatMap((entry) => (entry.kind === 'Problems' ? entry.problems : []));
      if (problems.length > 0) return problem(...problems);
      return value(parsed.flatMap((entry) => (entry.kind === 'Value' ? [entry.value] : [])));
    },
  };
}
