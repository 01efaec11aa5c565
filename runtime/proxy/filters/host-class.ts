/** Assigns hosts to profiles. */
import { ANY_HOST } from '../settings/network-types.ts';

export type HostClass = 'web' | 'api';

/** Returns the class of a canonical host name; undefined when no list names it. */
export type ClassOf = (host: string) => HostClass | undefined;

/** `*` in a list matches every host that neither list names. No host is in both (checked at start). */
export function hostClasses(web: readonly string[], api: readonly string[]): ClassOf {
  const classes = new Map<string, HostClass>();
  for (const host of web) classes.set(host, 'web');
  for (const host of api) classes.set(host, 'api');
  const others = classes.get(ANY_HOST);
  classes.delete(ANY_HOST);
  return (host) => classes.get(host) ?? others;
}
