/** Reads an emitted module: its imports, and its statements with what they name of the profile's modules. */
import { ts } from 'ts-morph';

/** A declaration at the top of a module. */
export type Reference = { readonly file: string; readonly name: string };

export type Statement = {
  /** Undefined: it declares nothing. */
  readonly name: string | undefined;
  /** Without `export`. */
  readonly text: string;
  /** Of the same profile, other than itself. */
  readonly references: readonly Reference[];
  /** All identifiers in it. */
  readonly identifiers: ReadonlySet<string>;
};

export type Import = {
  /** Of another module of the profile: its file name. */
  readonly file: string | undefined;
  readonly from: string;
  /** The name of all that the module exports; undefined: `elements`. */
  readonly namespace: string | undefined;
  /** As written, by the name that they have here. */
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

/** A statement declares one name; several have none, and stay where they are. */
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

/** Calls `found` for each identifier that is no name of a property; `member`: the property that is read of it. */
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
