/** Lays out one directive: one action on each line, with consecutive transformations on one line. */
import { trimSpace } from '#engine/bytes/ascii-space.ts';
import type { Action, Directive, Operator, Target } from '../1-parse/ast.ts';
import type { LogicalLine } from '../1-parse/logical-lines.ts';
import type { Span } from '../source.ts';
import { inOrder } from './action-order.ts';
import { actionText } from './action-text.ts';
import { canonicalDirective, canonicalOperator, canonicalVariable } from './canonical-names.ts';

const INDENT = '    ';

/** Returns the text of a span as it is written. */
type Raw = (span: Span) => string;

/**
 * Returns the canonical lines. The spans of `directive` point into `line.text`. `depth` is the number of rules before
 * it in its chain.
 */
export function layout(directive: Directive, line: LogicalLine, depth: number): string {
  const { text } = line;
  const indent = INDENT.repeat(depth);
  const inside = `\\\n${indent}${INDENT}`;
  const raw: Raw = (span) => withBreaks(line, span, inside);
  const [written = ''] = /^[^ \t]*/.exec(text) ?? [];
  const name = indent + canonicalDirective(written);
  const rest = trimSpace(text.slice(written.length));
  switch (directive.kind) {
    case 'SecRule': {
      const { targets, operator, actions } = directive;
      const isBroken = hasBreak(line, (targets.at(-1) ?? operator).span.end, operator.span.start);
      const start = [
        `${name} ${targetList(targets, raw, rest)}`,
        `${isBroken ? inside : ''}${operatorText(operator, raw)}`,
      ].join(' ');
      return actions.length === 0 ? start : `${start} ${actionLines(actions, raw, inside)}`;
    }
    case 'SecAction':
      return `${name} ${actionLines(directive.actions, raw, inside)}`;
    case 'SecDefaultAction':
      return `${name} "${texts(directive.actions, raw).join(',')}"`;
    case 'SecMarker':
      return `${name} ${rest.startsWith('"') ? rest : `"${rest}"`}`;
    case 'SecRuleUpdateTarget': {
      const { targets, replaced } = directive;
      const lists = replaced === undefined ? [targets] : [targets, replaced];
      return [
        name,
        selection(targets, text, written),
        ...lists.map((list) => `"${targetList(list, raw, '')}"`),
      ].join(' ');
    }
    case 'SecRuleUpdateAction':
      return [
        name,
        selection(directive.actions, text, written),
        actionLines(directive.actions, raw, inside),
      ].join(' ');
    case 'Setting':
    case 'SecRuleRemove':
      return rest === '' ? name : `${name} ${words(rest)}`;
    default:
      return `${name} ${rest}`;
  }
}

/** Returns the text of a span of the logical line, with the line breaks of the author in long values. */
function withBreaks({ text, pieces }: LogicalLine, { start, end }: Span, inside: string): string {
  const breaks = pieces.map(({ index }) => index).filter((index) => index > start && index < end);
  const edges = [start, ...breaks, end];
  return breaks.length === 0
    ? text.slice(start, end)
    : edges
        .slice(1)
        .map((edge, at) => text.slice(edges[at], edge))
        .join(inside);
}

function hasBreak({ pieces }: LogicalLine, start: number, end: number): boolean {
  return pieces.some(({ index }) => index >= start && index <= end && index > 0);
}

/** Joins arguments by one blank each; blanks in quotes stay as they are. */
function words(rest: string): string {
  return (rest.match(/"(?:\\[\s\S]|[^"\\])*"|[^ \t]+/g) ?? []).join(' ');
}

/** Returns the text between the directive's name and its first list, without the quote that may open the list. */
function selection(list: readonly (Target | Action)[], text: string, name: string): string {
  const start = list[0]?.span.start ?? text.length;
  return words(text.slice(name.length, start).replace(/(?<=[ \t])"[ \t]*$/, ''));
}

/** Formats a target list. It keeps its quotes, because names may contain blanks. */
function targetList(targets: readonly Target[], raw: Raw, rest: string): string {
  const list = targets.map((target) => targetText(target, raw)).join('|');
  return rest.startsWith('"') ? `"${list}"` : list;
}

function targetText({ mode, variable, span }: Target, raw: Raw): string {
  const sign = { include: '', exclude: '!', count: '&' }[mode];
  const selector = raw({ ...span, start: variable.span.end });
  return sign + canonicalVariable(variable.text) + selector;
}

/** Formats an operator. Its name is always written; the argument stays byte for byte. */
function operatorText({ span }: Operator, raw: Raw): string {
  const written = raw(span);
  const inner = written.startsWith('"') ? written.slice(1, -1) : written;
  if (/^!?[ \t]+@/.test(inner)) return written;
  const [head = '', sign = '', name] = /^(!?)(?:@([^ \t]+))?/.exec(inner) ?? [];
  const rest = inner.slice(head.length).replace(/^[ \t]+/, '');
  const operator = `${sign}@${canonicalOperator(name ?? 'rx')}`;
  return rest === '' ? `"${operator}"` : `"${operator} ${rest}"`;
}

function texts(actions: readonly Action[], raw: Raw): readonly string[] {
  return actions.map((action) => actionText(action, raw(action.span)));
}

function actionLines(actions: readonly Action[], raw: Raw, inside: string): string {
  const lines: string[][] = [];
  let wasTransformation = false;
  for (const text of texts(inOrder(actions), raw)) {
    const isTransformation = /^t:/.test(text);
    if (isTransformation && wasTransformation) lines.at(-1)?.push(text);
    else lines.push([text]);
    wasTransformation = isTransformation;
  }
  return `${inside}"${lines.map((line) => line.join(',')).join(`,${inside}`)}"`;
}
