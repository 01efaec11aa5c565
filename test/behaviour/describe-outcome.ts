/** The lines of a `result` block: which matches, which verdict, and whatever else the block asks for. */
import { describeInterruption, type Outcome } from '../helpers/outcome.ts';

/** The same block as it should be: verdicts are always told, facts when `asked` names them. */
export function describeOutcome(outcome: Outcome, asked: readonly string[]): readonly string[] {
  const { matched, interruption, detected } = outcome;
  return [
    `matched ${matched.length === 0 ? 'nothing' : matched.join(' ')}`,
    ...(interruption === undefined ? [] : [`interrupted ${describeInterruption(interruption)}`]),
    ...(detected === undefined ? [] : [`detected ${describeInterruption(detected)}`]),
    ...asked.flatMap((line) => {
      const name = /^(.*?) = /.exec(line)?.[1];
      return name === undefined ? [] : [`${name} = ${fact(name, outcome)}`];
    }),
  ];
}

/** `tx.NAME`, `severity`, a setting, or for the match of a rule `msg ID`, `data ID`, `value ID`. */
function fact(name: string, outcome: Outcome): string {
  const [word = '', id] = name.split(' ');
  if (word.startsWith('tx.')) return outcome.tx(word.slice(3));
  if (word === 'severity') return String(outcome.severity);
  if (id === undefined) return outcome.controls[word] ?? `no such fact: ${name}`;
  const data = outcome.matches
    .filter((match) => match.id === Number(id))
    .flatMap((match) => match.data);
  const texts = data.map(({ variable, key, value, message, data: logdata }) => {
    if (word === 'msg') return message;
    if (word === 'data') return logdata;
    return `${variable}${key === '' ? '' : `:${key}`}=${value}`;
  });
  return texts.map(printable).join(' | ');
}

function printable(text: string): string {
  return text.replace(
    /[^\x20-\x7e]/g,
    (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
