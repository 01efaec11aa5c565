/** The part of the language server protocol 3.17 that is spoken here; names are those of its specification. */

/** Both from 0; `character` counts UTF-16 code units. */
export type TextPosition = { readonly line: number; readonly character: number };

export type Range = { readonly start: TextPosition; readonly end: TextPosition };

export type Location = { readonly uri: string; readonly range: Range };

export type LspDiagnostic = {
  readonly range: Range;
  /** 1 error, 2 warning, 3 information. */
  readonly severity: 1 | 2 | 3;
  readonly code: string;
  readonly codeDescription: { readonly href: string };
  readonly source: 'portcullis';
  /** For the code action; left out: there is none. */
  readonly data: unknown;
  readonly message: string;
  readonly relatedInformation: readonly { readonly location: Location; readonly message: string }[];
};

export type Hover = {
  readonly contents: { readonly kind: 'markdown'; readonly value: string };
  readonly range: Range;
};

export type DocumentSymbol = {
  readonly name: string;
  readonly detail: string;
  readonly kind: number;
  readonly range: Range;
  readonly selectionRange: Range;
};

export type TextEdit = { readonly range: Range; readonly newText: string };

export type CompletionItem = {
  readonly label: string;
  readonly kind: number;
  readonly detail: string;
  readonly textEdit: TextEdit;
};

/** CompletionItemKind and SymbolKind: numbers of the specification. */
export const completionKinds = {
  function: 3,
  variable: 6,
  value: 12,
  keyword: 14,
  reference: 18,
} as const;

export const symbolKinds = { namespace: 3, function: 12, constant: 14, event: 24 } as const;
