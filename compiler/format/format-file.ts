/** Formats a rule file in canonical layout. Comments and blank lines stay where they are. */
import type { Directive } from '../1-parse/ast.ts';
import { type LogicalLine, logicalLines } from '../1-parse/logical-lines.ts';
import { parse } from '../1-parse/parse.ts';
import { type Diagnostic, Diagnostics } from '../diagnostics.ts';
import { invariant } from '../invariant.ts';
import type { SourceFile } from '../source.ts';
import { BYTE_ORDER_MARK } from '../utf8.ts';
import { layout } from './layout.ts';
import { sameMeaning } from './same-meaning.ts';

export type Formatted =
  | { readonly kind: 'Ok'; readonly text: string }
  /** The file has errors. Directives that cannot be parsed are not rewritten. */
  | { readonly kind: 'Error'; readonly diagnostics: readonly Diagnostic[] };

export function formatFile(source: SourceFile): Formatted {
  const diagnostics = new Diagnostics();
  const before = parse(source, diagnostics);
  if (diagnostics.hasErrors) {
    return { kind: 'Error', diagnostics: diagnostics.list.filter(isError) };
  }
  const text = rewrite(source);
  const after = parse({ ...source, text }, new Diagnostics());
  invariant(sameMeaning(before, after), `${source.path} would mean something else when formatted`);
  return { kind: 'Ok', text };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}

function rewrite(source: SourceFile): string {
  const lines: string[] = [];
  let depth = 0;
  let end = source.text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  for (const line of logicalLines(source, new Diagnostics())) {
    const [directive] = parse({ path: source.path, text: line.text }, new Diagnostics());
    invariant(directive !== undefined, 'a logical line without a directive');
    const between = source.text.slice(end, line.span.start);
    // The last item is the indentation of the directive.
    lines.push(...linesOf(between, lines.length > 0).slice(0, -1));
    lines.push(directiveText(directive, line, depth));
    depth = opensChain(directive) ? depth + 1 : 0;
    end = line.span.end;
  }
  const rest = linesOf(source.text.slice(end), lines.length > 0);
  lines.push(...(rest.at(-1) === '' ? rest.slice(0, -1) : rest));
  return lines.map((line) => `${line}\n`).join('');
}

/**
 * Returns comments and empty lines. After a directive the first item, which is the end of the directive's own line, is
 * dropped.
 */
function linesOf(text: string, isAfterDirective: boolean): readonly string[] {
  const lines = text.split('\n').map((line) => line.replace(/[ \t\r\f\v]+$/, ''));
  return isAfterDirective ? lines.slice(1) : lines;
}

function opensChain(directive: Directive): boolean {
  if (directive.kind !== 'SecRule' && directive.kind !== 'SecAction') return false;
  return directive.actions.some(({ name }) => name.text.toLowerCase() === 'chain');
}

/**
 * Formats a directive. Some stay as written: directives with comment lines inside (httpd takes these as part of the
 * directive), data sets, and directives whose meaning the layout would change.
 */
function directiveText(directive: Directive, line: LogicalLine, depth: number): string {
  const { source, start, end } = line.span;
  const written = source.text.slice(start, end).replace(/[ \t\r\f\v]+(?=\n)/g, '');
  if (/\n[ \t]*#/.test(written) || directive.kind === 'SecDataset') return written;
  const text = layout(directive, line, depth);
  const again = parse({ path: source.path, text }, new Diagnostics());
  return sameMeaning([directive], again) ? text : written;
}
