/** Benign texts made for this report: what people really send, in forms that resemble attacks. */
import { seededRandom } from '#compiler/seeded-random.ts';
import { changelogs } from './changelogs.ts';
import { commandWords } from './command-words.ts';
import { comments } from './comments.ts';
import { manuals } from './manuals.ts';
import { addresses, names } from './names.ts';
import { packages } from './packages.ts';
import { postal } from './postal.ts';
import { posts } from './posts.ts';
import { prose } from './prose.ts';
import { tickets } from './tickets.ts';
import { titles } from './titles.ts';

export type CorpusPart = {
  readonly name: string;
  /** `everyday`: texts that everybody writes; `technical`: texts about programs, which quote code and commands. */
  readonly kind: 'everyday' | 'technical';
  readonly texts: readonly string[];
};

/**
 * Returns the same texts in each run: 5,000 sentences, 500 texts of each of four kinds of form input, 400 to 480 of
 * seven more.
 */
export function corpus(): readonly CorpusPart[] {
  return [
    { name: 'prose', kind: 'everyday', texts: prose(seededRandom(1)) },
    { name: 'names', kind: 'everyday', texts: names(seededRandom(2)) },
    { name: 'addresses', kind: 'everyday', texts: addresses(seededRandom(3)) },
    { name: 'code comments', kind: 'everyday', texts: comments(seededRandom(4)) },
    { name: 'support tickets', kind: 'everyday', texts: tickets(seededRandom(5)) },
    { name: 'postal addresses', kind: 'everyday', texts: postal(seededRandom(6)) },
    { name: 'words of commands', kind: 'everyday', texts: commandWords(seededRandom(7)) },
    { name: 'packages', kind: 'technical', texts: packages(seededRandom(8)) },
    { name: 'changelogs', kind: 'technical', texts: changelogs(seededRandom(9)) },
    { name: 'manual pages', kind: 'technical', texts: manuals(seededRandom(10)) },
    { name: 'forum posts', kind: 'technical', texts: posts(seededRandom(11)) },
    { name: 'titles with markup', kind: 'everyday', texts: titles(seededRandom(12)) },
  ];
}
