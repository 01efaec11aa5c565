/** The result of resolving one action list. */
import type * as ast from '../1-parse/ast.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { TransformationName } from '../language/transformations/index.ts';
import type { Span } from '../source.ts';
import type { Effect, Macro, Metadata, Phase, Skip } from './ruleset.ts';

/** A verdict as written, before SecDefaultAction and `status` are applied. */
export type WrittenDisruptive =
  | { readonly kind: 'pass' | 'block' | 'deny' | 'drop' }
  | { readonly kind: 'redirect'; readonly location: Macro }
  | { readonly kind: 'allow'; readonly scope: 'all' | 'phase' | 'request' };

/** The result of one action list. The fields are mutable because actions are applied one by one. */
export type ActionList = {
  id: { readonly value: number; readonly span: Span } | undefined;
  phase: Phase | undefined;
  metadata: Metadata;
  effects: Effect[];
  transformations: TransformationName[];
  capture: boolean;
  multiMatch: boolean;
  chain: ast.Action | undefined;
  skip: { readonly value: Skip; readonly span: Span } | undefined;
  log: boolean;
  audit: boolean;
  status: number | undefined;
  disruptive: { readonly value: WrittenDisruptive; readonly span: Span } | undefined;
  /** The namespaces that `xmlns` binds for the XPaths of the rule: prefix -> URI. */
  readonly namespaces: Map<string, string>;
};

/** The values that a list inherits from the SecDefaultAction of the phase. */
export type InheritedActions = Pick<ActionList, 'transformations' | 'log' | 'audit' | 'status'>;

/**
 * Applies one action to the list, or reports why it cannot. `text` is the argument of `action`; it is empty when there
 * is none.
 */
export type ApplyAction = (
  list: ActionList,
  text: ast.Text,
  diagnostics: Diagnostics,
  action: ast.Action,
) => void;
