/**
 * Parses an emitted module into its imports and statements, with the references to other declarations of the
 * profile.
 */
import { ts } from 'ts-morph';

/** A reference to a top-level declaration of a module. */
export type Reference = { readonly file: string; readonly name: string };

export type Statement = {
  /** Undefined when the statement declares nothing. */
  readonly name: string | undefined;
  /** The text without `export`. */
  readonly text: string;
  /** Declarations of the same profile that it uses, except itself. */
  readonly references: readonly Reference[];
  /** All identifiers in it. */
  readonly identifiers: ReadonlySet<string>;
};

export type Import = {
  /** The file name of a module of the same profile; undefined for other modules. */
  readonly file: string | undefined;
  readonly from: string;
  /** The name of a namespace import; undefined when `elements` are imported. */
  readonly namespace: string | undefined;
  /** The imported elements as written, by their local names. */
  readonly elements: ReadonlyMap<string, string>;
};

export type Module = {
  readonly imports: readonly Import[];
  readonly statements: readonly Statement[];
};

export function parseModule(file: string, text: string): Module {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  const imports = source.statements.filter(ts.isImportDeclaration).map(importOf);
  const others = source.statements.filter((each) => !ts.isImportDeclaration(each));
  const own = new Set(others.flatMap((each) => nameOf(each) ?? []));
  const find = referenceFinder(file, own, imports);
  const statements = others.map((node): Statement => {
    const name = nameOf(node);
    const identifiers = new Set<string>();
    const references = new Map<string, Reference>();
    visit(node, (identifier, member) => {
      identifiers.add(identifier);
      const found = find(identifier, member);
      if (found !== undefined && !(found.file === file && found.name === name))
        references.set(`${found.file} ${found.name}`, found);
    });
    const text = node.getText(source).replace(/^export /, '');
    return { name, text, references: [...references.values()], identifiers };
  });
  return { imports, statements };
}

function importOf({ moduleSpecifier, importClause }: ts.ImportDeclaration): Import {
  const from = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
  const bindings = importClause?.namedBindings;
  const isNamespace = bindings !== undefined && ts.isNamespaceImport(bindings);
  const isNamed = bindings !== undefined && ts.isNamedImports(bindings);
  const isTypes = importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
  const elements = isNamed ? bindings.elements : [];
  return {
    from,
    file: from.startsWith('./') ? from.slice(2) : undefined,
    namespace: isNamespace ? bindings.name.text : undefined,
    elements: new Map(
      elements.map((each) => [each.name.text, `${isTypes ? 'type ' : ''}${each.getText()}`]),
    ),
  };
}

/** Returns the declared name. A statement with several declarations has no name, and is not moved. */
function nameOf(statement: ts.Statement): string | undefined {
  if (ts.isFunctionDeclaration(statement)) return statement.name?.text;
  if (!ts.isVariableStatement(statement)) return undefined;
  const [declaration] = statement.declarationList.declarations;
  return declaration !== undefined && ts.isIdentifier(declaration.name)
    ? declaration.name.text
    : undefined;
}

function referenceFinder(
  file: string,
  own: ReadonlySet<string>,
  imports: readonly Import[],
): (identifier: string, member: string | undefined) => Reference | undefined {
  const siblings = imports.flatMap((each) =>
    each.file === undefined ? [] : [{ ...each, file: each.file }],
  );
  return (identifier, member) => {
    if (own.has(identifier)) return { file, name: identifier };
    for (const sibling of siblings) {
      if (sibling.elements.has(identifier)) return { file: sibling.file, name: identifier };
      if (sibling.namespace === identifier && member !== undefined)
        return { file: sibling.file, name: member };
    }
    return undefined;
  };
}

/** Calls `found` for each identifier that is not a property name; `member`: the property that is read from it. */
function visit(
  node: ts.Node,
  found: (identifier: string, member: string | undefined) => void,
): void {
  if (ts.isIdentifier(node)) {
    const { parent } = node;
    const isName = ts.isPropertyAccessExpression(parent) && parent.name === node;
    const isKey = ts.isPropertyAssignment(parent) && parent.name === node;
    if (isName || isKey) return;
    const isRead = ts.isPropertyAccessExpression(parent) && parent.expression === node;
    found(node.text, isRead ? parent.name.text : undefined);
  }
  ts.forEachChild(node, (child) => visit(child, found));
}
