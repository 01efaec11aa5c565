/** Mentions: names in a rule file, what they refer to, and their spans. All requests but completion use them. */
import type { Text } from '#compiler/1-parse/ast.ts';
import type { Span } from '#compiler/source.ts';

/** Kinds of names that SecLang defines. */
export type NameKind =
  | 'directive'
  | 'variable'
  | 'operator'
  | 'transformation'
  | 'action'
  | 'control';

/** Kinds of names that rule authors define. */
export type SymbolKind = 'marker' | 'tx' | 'dataset' | 'tag';

export type Role = 'definition' | 'reference';

export type Mention =
  | {
      readonly kind: 'Name';
      readonly of: NameKind;
      readonly name: string;
      readonly span: Span;
    }
  | {
      readonly kind: 'Symbol';
      readonly of: SymbolKind;
      /** The name for comparisons; TX variables are in lower case. */
      readonly name: string;
      readonly role: Role;
      readonly span: Span;
    }
  | {
      /** A key of a collection other than TX. */
      readonly kind: 'Key';
      /** In upper case. */
      readonly collection: string;
      readonly name: string;
      readonly span: Span;
    }
  | {
      /** One rule at its definition, or a range of ids in a reference. */
      readonly kind: 'Rules';
      readonly from: number;
      readonly to: number;
      readonly role: Role;
      readonly span: Span;
    }
  | {
      /** A file or pattern, relative to the file that names it. */
      readonly kind: 'File';
      readonly path: string;
      readonly span: Span;
    };

/** Returns whether both refer to the same: ids when their ranges overlap, names when they are equal and of the same kind. */
export function meansTheSame(left: Mention, right: Mention): boolean {
  if (left.kind === 'Symbol' && right.kind === 'Symbol')
    return left.of === right.of && left.name === right.name;
  if (left.kind === 'Rules' && right.kind === 'Rules')
    return left.from <= right.to && right.from <= left.to;
  if (left.kind === 'Key' && right.kind === 'Key')
    return (
      left.collection === right.collection && left.name.toLowerCase() === right.name.toLowerCase()
    );
  return (
    left.kind === 'Name' &&
    right.kind === 'Name' &&
    left.of === right.of &&
    left.name.toLowerCase() === right.name.toLowerCase()
  );
}

export function isDefinition(mention: Mention): boolean {
  return 'role' in mention && mention.role === 'definition';
}

export type RuleMention = Extract<Mention, { kind: 'Rules' }>;

/** Returns whether the mention is an id where its rule is defined. */
export function definesRule(mention: Mention): mention is RuleMention {
  return mention.kind === 'Rules' && isDefinition(mention);
}

export function nameOf(of: NameKind, { text, span }: Text): Mention {
  return { kind: 'Name', of, name: text, span };
}

/** Returns the mention for a selector of a variable; a selector of TX names a TX variable. */
export function keyOf(variable: string, { text, span }: Text): Mention {
  const collection = variable.toUpperCase();
  if (collection === 'TX') return symbolOf('tx', 'reference', { text, span });
  return { kind: 'Key', collection, name: text, span };
}

export function symbolOf(of: SymbolKind, role: Role, { text, span }: Text): Mention {
  return { kind: 'Symbol', of, role, name: of === 'tx' ? text.toLowerCase() : text, span };
}
