/** The prefilter's data: every literal once and every set of byte kinds, with the questions they answer. */
import type { Question } from '../3-specialize/program.ts';
import { chooseAnchors } from './choose-anchors.ts';
import { type Code, lines, ts } from './code.ts';
import { engine } from './engine-names.ts';

export function emitPrefilter(questions: readonly Question[]): Code {
  const answers = placesOf(questions.map(({ literals }) => literals));
  const kinds = placesOf(
    questions.map((question) => (question.kinds === 0 ? [] : [question.kinds])),
  );
  const literals = [...answers.keys()];
  return ts`export const prefilter = ${engine('loadPrefilter')}({\n${lines([
    ts`clauses: ${questions.length},`,
    ts`literals: ${literals},`,
    ts`anchors: ${chooseAnchors(literals)},`,
    ts`clausesOfLiteral: ${[...answers.values()]},`,
    ts`byteClasses: ${[...kinds].map(([any, places]) => [any, ...places])},`,
  ])}\n});`;
}

/** For each thing the places of the lists that hold it. */
function placesOf<Thing>(
  lists: readonly (readonly Thing[])[],
): ReadonlyMap<Thing, readonly number[]> {
  const places = new Map<Thing, number[]>();
  lists.forEach((things, place) => {
    for (const thing of new Set(things)) {
      const known = places.get(thing);
      if (known === undefined) places.set(thing, [place]);
      else known.push(place);
    }
  });
  return places;
}
