/** A name in a rule file: what it names, and where it stands. Everything but completion is answered from these. */
import type { Text } from '../../../../1-parse/ast.ts';
import type { Span } from '../../../../source.ts';

/** What the language gives names to. */
export type NameKind =
  | 'directive'
  | 'variable'
  | 'operator'
  | 'transformation'
  | 'action'
  | 'control';

/** What rule authors give names to. */
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
      /** As compared: names of TX variables in lower case. */
      readonly name: string;
      readonly role: Role;
      readonly span: Span;
    }
  | {
      /** A key of a collection that is no TX variable. */
      readonly kind: 'Key';
      /** Upper case. */
      readonly collection: string;
      readonly name: string;
      readonly span: Span;
    }
  | {
      /** One rule where it is defined, a range of ids where others speak of it. */
      readonly kind: 'Rules';
      readonly from: number;
      readonly to: number;
      readonly role: Role;
      readonly span: Span;
    }
  | {
      /** A file or pattern, as seen from the file that names it. */
      readonly kind: 'File';
      readonly path: string;
      readonly span: Span;
    };

/** Ids mean the same when their ranges overlap, names when they are the same word of the same kind. */
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

export function nameOf(of: NameKind, { text, span }: Text): Mention {
  return { kind: 'Name', of, name: text, span };
}

/** A selector of a variable: of TX it names a TX variable. */
export function keyOf(variable: string, { text, span }: Text): Mention {
  const collection = variable.toUpperCase();
  if (collection === 'TX') return symbolOf('tx', 'reference', { text, span });
  return { kind: 'Key', collection, name: text, span };
}

export function symbolOf(of: SymbolKind, role: Role, { text, span }: Text): Mention {
  return { kind: 'Symbol', of, role, name: of === 'tx' ? text.toLowerCase() : text, span };
}
