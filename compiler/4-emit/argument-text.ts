/** Prints the argument of an operator as a rule author writes it, for reports and the debug log. */
import { macroSource } from '../2-resolve/macro-text.ts';
import type { Test } from '../3-specialize/program.ts';

/** Returns the whole argument. Reports shorten it themselves. */
export function argumentText({ argument }: Pick<Test, 'argument'>): string {
  switch (argument.kind) {
    case 'Regex':
      return argument.source;
    case 'Candidates':
      return `${argument.country} ${argument.source}`;
    case 'Text':
    case 'Expression':
      return macroSource(argument.text);
    case 'Phrases':
      return argument.file ?? argument.phrases.join(' ');
    case 'Addresses':
      return argument.entries.join(',');
    case 'ByteRange':
      return argument.ranges.map(([from, to]) => `${from}-${to}`).join(',');
    case 'Template': {
      const { literals, names } = argument.template;
      return literals.map((text, at) => (at === 0 ? text : `{${names[at - 1]}}${text}`)).join('');
    }
    default:
      return '';
  }
}
