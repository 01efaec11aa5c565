/**
 * Rewrites the bundle so that a Node release too old to run it can parse it, and can then report that it is too
 * old.
 */
import { ts } from 'ts-morph';

/** An option of esbuild: syntax newer than Node 12 whose older form is as fast. */
export const OLDER_SYNTAX = {
  'class-static-blocks': false,
  'logical-assignment': false,
  'nullish-coalescing': false,
  'optional-chain': false,
} as const;

/**
 * Renames private methods in a script from `#name` to `$name`, because Node 12 cannot parse them. esbuild's own
 * rewriting would look each object up in a set at each call.
 */
export function withoutPrivateMethods(script: string): string {
  const file = ts.createSourceFile('script.js', script, ts.ScriptTarget.Latest, true);
  const uses: ts.PrivateIdentifier[] = [];
  const methods = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isPrivateIdentifier(node)) {
      uses.push(node);
      if (ts.isMethodDeclaration(node.parent) || ts.isAccessor(node.parent)) methods.add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  let text = '';
  let end = 0;
  for (const use of uses.filter((name) => methods.has(name.text))) {
    const before = script.slice(end, use.getStart(file));
    // In minified code, `async #name()` is `async#name()`.
    text += `${before}${/\w$/.test(before) ? ' ' : ''}$${use.text.slice(1)}`;
    end = use.end;
  }
  return text + script.slice(end);
}
