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
export type SymbolKind = 'marker' | 'tx' | 'dataset';

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

export function nameOf(of: NameKind, { text, span }: Text): Mention {
  return { kind: 'Name', of, name: text, span };
}

export function symbolOf(of: SymbolKind, role: Role, { text, span }: Text): Mention {
  return { kind: 'Symbol', of, role, name: of === 'tx' ? text.toLowerCase() : text, span };
}
