/**
 * The AST has one node for each directive. Names and arguments are as written, without quotes, with `\"` unescaped and
 * continuation lines joined. Nothing is looked up yet: an unknown directive is a Setting with that name.
 */
import type { Span } from '../source.ts';

/** A decoded piece of text and its span in the file. */
export type Text = { readonly text: string; readonly span: Span };

export type Directive =
  | SecRule
  | SecAction
  | SecDefaultAction
  | SecMarker
  | Include
  | SecRuleRemove
  | SecRuleUpdateTarget
  | SecRuleUpdateAction
  | SecDataset
  | Setting
  | Broken;

export type SecRule = {
  readonly kind: 'SecRule';
  readonly targets: readonly Target[];
  readonly operator: Operator;
  readonly actions: readonly Action[];
  /** The whole directive, from its first to its last physical line. */
  readonly span: Span;
};

export type SecAction = {
  readonly kind: 'SecAction';
  readonly actions: readonly Action[];
  readonly span: Span;
};

export type SecDefaultAction = {
  readonly kind: 'SecDefaultAction';
  readonly actions: readonly Action[];
  readonly span: Span;
};

export type SecMarker = { readonly kind: 'SecMarker'; readonly label: Text; readonly span: Span };

export type Include = {
  readonly kind: 'Include';
  /** True for IncludeOptional: a pattern that matches no file is not an error. */
  readonly optional: boolean;
  readonly pattern: Text;
  readonly span: Span;
};

export type RuleSelection = 'Id' | 'Tag' | 'Msg';

/** SecRuleRemoveById (one value per id or range), SecRuleRemoveByTag, SecRuleRemoveByMsg (one value). */
export type SecRuleRemove = {
  readonly kind: 'SecRuleRemove';
  readonly by: RuleSelection;
  readonly values: readonly Text[];
  readonly span: Span;
};

/**
 * SecRuleUpdateTargetById 12 34-56 "!ARGS:x|ARGS_NAMES": the last argument is the target list, all others are values.
 */
export type SecRuleUpdateTarget = {
  readonly kind: 'SecRuleUpdateTarget';
  readonly by: RuleSelection;
  readonly values: readonly Text[];
  readonly targets: readonly Target[];
  /** The targets to be replaced, from the third argument (ModSecurity 2); undefined when the new targets are added. */
  readonly replaced: readonly Target[] | undefined;
  readonly span: Span;
};

export type SecRuleUpdateAction = {
  readonly kind: 'SecRuleUpdateAction';
  readonly values: readonly Text[];
  readonly actions: readonly Action[];
  readonly span: Span;
};

/** SecDataset name ` lines `. */
export type SecDataset = {
  readonly kind: 'SecDataset';
  readonly name: Text;
  /** Trimmed lines, without empty lines and `#` comments. */
  readonly entries: readonly string[];
  readonly span: Span;
};

/** Every other directive: a name and its arguments, which are separated by blanks and may be quoted. */
export type Setting = {
  readonly kind: 'Setting';
  readonly name: Text;
  readonly arguments: readonly Text[];
  readonly span: Span;
};

/** A line that could not be read and has been reported. Directives around it may depend on it. */
export type Broken = { readonly kind: 'Broken'; readonly span: Span };

export type Target = {
  readonly kind: 'Target';
  /** `ARGS`, `!ARGS`, `&ARGS`. */
  readonly mode: 'include' | 'exclude' | 'count';
  readonly variable: Text;
  readonly selector: Selector | undefined;
  readonly span: Span;
};

export type Selector =
  | { readonly kind: 'Key'; readonly text: string; readonly span: Span }
  /** The text between the slashes, with `\/` unescaped to `/`. */
  | { readonly kind: 'Pattern'; readonly text: string; readonly span: Span }
  | { readonly kind: 'XPath'; readonly text: string; readonly span: Span };

export type Operator = {
  readonly negated: boolean;
  /** The name as written, without the `@`; `rx` when there is none. */
  readonly name: Text;
  /** The argument without the blanks around it; "" when there is none. */
  readonly argument: Text;
  readonly span: Span;
};

export type Action = {
  /** As written, trimmed. */
  readonly name: Text;
  /** The argument without outer quotes; undefined when there is no `:`. */
  readonly argument: Text | undefined;
  readonly span: Span;
};
