/** Where an action of a link was written. */
import type { Span } from '../source.ts';
import type { Link } from './ruleset.ts';

/** The first action of that name (lower case) whose argument passes; the whole directive when none does. */
export function actionSpan(
  link: Link,
  name: string,
  accepts: (argument: string) => boolean = () => true,
): Span {
  const found = link.written.actions.find(
    (action) =>
      action.name.text.toLowerCase() === name && accepts((action.argument?.text ?? '').trim()),
  );
  return found?.span ?? link.span;
}
