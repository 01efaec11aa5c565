/**
 * Expands templates to texts: `{name}` becomes one entry of the list with that name, which may contain placeholders
 * too.
 */
import type { Random } from '#compiler/seeded-random.ts';

export type Lists = Readonly<Record<string, readonly string[]>>;

const MAX_DEPTH = 6;

/** Placeholders without a list are not replaced, because code has braces of its own. */
function expand(template: string, lists: Lists, random: Random, depth = 0): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    if (name === 'number') return String(below(90, random) + 2);
    if (name === 'big') return String(below(9000, random) + 1000);
    const list = Object.hasOwn(lists, name) ? lists[name] : undefined;
    if (list === undefined || depth === MAX_DEPTH) return placeholder;
    return expand(pick(list, random), lists, random, depth + 1);
  });
}

/** Returns `count` different texts. Throws when the templates do not yield that many. */
export function texts(
  templates: readonly string[],
  lists: Lists,
  random: Random,
  count: number,
): readonly string[] {
  const found = new Set<string>();
  for (let tries = 0; found.size < count; tries += 1) {
    if (tries > count * 50) throw new Error(`Only ${found.size} of ${count} texts are different`);
    found.add(capitalized(expand(pick(templates, random), lists, random)));
  }
  return [...found];
}

const below = (limit: number, random: Random): number => Math.floor(random() * limit);

const pick = (items: readonly string[], random: Random): string =>
  items[below(items.length, random)] ?? '';

/** Capitalizes texts that begin with a word or name of plain letters; code keeps its case. */
function capitalized(text: string): string {
  return /^[a-z]+[ ,']/.test(text) ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text;
}
