/** Small random patterns over a, b and line feed: every construct that matchers must agree on. */
import fc from 'fast-check';

const atoms = ['a', 'b', '.', '[^a]', '\\n', '^', '$', '\\b', '\\B', '\\Z', '(?m:^)', '(?m:$)', ''];
const looks = ['(?=a)', '(?!b)', '(?<=a)', '(?<!b)', '(?=ab)', '(?!ba)', '(?<=^|ab)', '(?<!bb)'];
const quantifiers = ['*', '+', '?', '*?', '+?', '??', '{2}', '{0,2}', '{1,3}?', '{2,}', '{0,4}'];

export const anyPattern: fc.Arbitrary<string> = fc.letrec<{ pattern: string }>((tie) => {
  const pattern = tie('pattern');
  return {
    pattern: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.constantFrom(...atoms),
      fc.constantFrom(...looks),
      fc.tuple(pattern, pattern).map((parts) => parts.join('')),
      fc.tuple(pattern, pattern).map(([left, right]) => `(?:${left}|${right})`),
      pattern.map((inner) => `(${inner})`),
      fc
        .tuple(pattern, fc.constantFrom(...quantifiers))
        .map(([inner, quantifier]) => `(?:${inner})${quantifier}`),
    ),
  };
}).pattern;
