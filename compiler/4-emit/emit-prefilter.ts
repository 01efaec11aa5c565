/** The prefilter's data: every literal once, with the questions it answers. */
import { chooseAnchors } from './choose-anchors.ts';
import { type Code, lines, ts } from './code.ts';

export function emitPrefilter(questions: readonly (readonly string[])[]): Code {
  const answers = new Map<string, number[]>();
  questions.forEach((literals, question) => {
    for (const literal of new Set(literals)) {
      const known = answers.get(literal);
      if (known === undefined) answers.set(literal, [question]);
      else known.push(question);
    }
  });
  const literals = [...answers.keys()];
  return ts`export const prefilter = loadPrefilter({\n${lines([
    ts`questions: ${questions.length},`,
    ts`literals: ${literals},`,
    ts`anchors: ${chooseAnchors(literals)},`,
    ts`answers: ${[...answers.values()]},`,
  ])}\n});`;
}
