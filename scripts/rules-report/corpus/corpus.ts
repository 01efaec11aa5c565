/** Benign texts made for this report: what people really send, in everything that looks like an attack. */

import { seededRandom } from '../../../compiler/cli/commands/bench/random.ts';
import { comments } from './comments.ts';
import { addresses, names } from './names.ts';
import { prose } from './prose.ts';
import { tickets } from './tickets.ts';

export type CorpusPart = { readonly name: string; readonly texts: readonly string[] };

/** The same texts on every run: 5,000 sentences, and 500 each of four kinds of form input. */
export function corpus(): readonly CorpusPart[] {
  return [
    { name: 'prose', texts: prose(seededRandom(1)) },
    { name: 'names', texts: names(seededRandom(2)) },
    { name: 'addresses', texts: addresses(seededRandom(3)) },
    { name: 'code comments', texts: comments(seededRandom(4)) },
    { name: 'support tickets', texts: tickets(seededRandom(5)) },
  ];
}
