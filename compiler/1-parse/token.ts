/**
 * Creates tokens, and defines those that may occur anywhere. Patterns are unrolled loops, so that none backtracks far.
 * They list their blanks, because `\s` would also take 0xA0, which is half of a UTF-8 letter.
 */
import { createToken, type ITokenConfig, Lexer, type TokenType } from 'chevrotain';

const { raw } = String;

type TokenConfig = Pick<ITokenConfig, 'label' | 'categories' | 'group' | 'push_mode'>;

export function token(name: string, pattern: RegExp, config?: TokenConfig): TokenType {
  return createToken({ name, pattern, ...config });
}

/** Creates a category of tokens. The tokens that belong to it name it in their `categories`. */
export function category(name: string, config?: TokenConfig): TokenType {
  return token(name, Lexer.NA, config);
}

/** Creates an error token. No grammar rule expects it, and the text after it is not parsed. */
export function problem(name: string, pattern: RegExp): TokenType {
  return token(name, pattern, { push_mode: 'end' });
}

/**
 * Returns the pattern of a string up to and including its closing quote; backslash pairs are skipped. `ends` are chars
 * that the string cannot contain.
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
/** Any char. (Chevrotain takes a leading `[\s\S]` as matching no char.) */
export const Stray = problem('Stray', /[^ ]| /);
