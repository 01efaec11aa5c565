/** Finds the action of a link that a diagnostic refers to. */
import type { Span } from '../source.ts';
import type { Link } from './ruleset.ts';

/** Returns the span of the first action of that name (lower case) whose argument passes; of the directive when none does. */
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
