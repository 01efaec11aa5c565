/**
 * How tokens are made, and those that stand anywhere. Patterns are unrolled loops, so that none
 * backtracks far, and they name their blanks: `\s` would take 0xA0, which is half of a UTF-8 letter.
 */
import { createToken, type ITokenConfig, Lexer, type TokenType } from 'chevrotain';

const { raw } = String;

type TokenConfig = Pick<ITokenConfig, 'label' | 'categories' | 'group' | 'push_mode'>;

export function token(name: string, pattern: RegExp, config?: TokenConfig): TokenType {
  return createToken({ name, pattern, ...config });
}

/** A token with more than one form: those name it in their `categories`. */
export function category(name: string, config?: TokenConfig): TokenType {
  return token(name, Lexer.NA, config);
}

/** Expected by no grammar rule; the text after it is not looked at. */
export function problem(name: string, pattern: RegExp): TokenType {
  return token(name, pattern, { push_mode: 'end' });
}

/**
 * The pattern of a string between its opening and its closing quote, backslash pairs
 * skipped. `ends` are chars that cannot stand in it.
 */
export function upTo(quote: string, ends = ''): string {
  const plain = raw`[^${quote}\\${ends}]*`;
  return raw`${plain}(?:\\[\s\S]${plain})*${quote}`;
}

export const Blank = token('Blank', /[ \t]+/, { group: Lexer.SKIPPED });
export const TrailingComment = problem('TrailingComment', /#[\s\S]*/);
export const UnclosedQuote = problem(
  'UnclosedQuote',
  new RegExp(`"(?!${upTo('"')})|'(?!${upTo("'")})`),
);
export const ExtraText = problem('ExtraText', /[^ \t][\s\S]*/);
/** Any char. (Chevrotain takes `[\s\S]` for no char at all where a pattern starts.) */
export const Stray = problem('Stray', /[^ ]| /);
