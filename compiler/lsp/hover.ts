/** What a name means, where the pointer rests: its documentation, or for an id what became of the rule. */
import { describeName } from './describe-name.ts';
import { describeRule } from './describe-rule.ts';
import { offsetAt, rangeOf, shownText } from './line-index.ts';
import type { Mention } from './mentions/mention.ts';
import type { DocumentPosition } from './params.ts';
import type { Hover } from './protocol.ts';
import { mentionAt, openFile, programOf, type Session } from './session.ts';
import { pathOf } from './workspace.ts';

export function hoverAt(session: Session, { uri, position }: DocumentPosition): Hover | undefined {
  const path = pathOf(session.workspace, uri);
  const file = openFile(session, path);
  const mention = file && mentionAt(file, offsetAt(file.index, position));
  if (file === undefined || mention === undefined) return undefined;
  const value = describe(session, path, mention);
  if (value === undefined) return undefined;
  const { start, end } = mention.span;
  return {
    contents: { kind: 'markdown', value: shownText(value) },
    range: rangeOf(file.index, start, end),
  };
}

function describe(session: Session, path: string, mention: Mention): string | undefined {
  switch (mention.kind) {
    case 'Name':
      return describeName(mention.of, mention.name);
    case 'Rules':
      return describeRule(session, path, mention);
    case 'Symbol': {
      const all = programOf(session, path).mentions.filter(
        (other) =>
          other.kind === 'Symbol' && other.of === mention.of && other.name === mention.name,
      );
      const defined = all.filter((other) => 'role' in other && other.role === 'definition').length;
      const title = mention.of === 'tx' ? `TX:${mention.name}` : mention.name;
      const verb = mention.of === 'tx' ? 'set' : 'defined';
      return `**${title}** - ${mention.of}, ${verb} in ${times(defined)}, used in ${times(all.length - defined)}`;
    }
    case 'File':
      return undefined;
  }
}

function times(count: number): string {
  return count === 1 ? 'one place' : `${count} places`;
}
