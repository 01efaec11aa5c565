/** Resolves SecUnicodeMapFile and SecUnicodeCodePage to the code page of t:urlDecodeUni. */
import type { Directive, Setting, Text } from '../1-parse/ast.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { type DataFiles, isUnread } from './data-files.ts';
import * as problem from './problems.ts';
import { readUnicodeMap } from './read-unicode-map.ts';

/** The built-in code page. */
const US_ASCII = 20127;

/** The combined choice of all directives; the last one of each kind wins. */
export type CodePage = {
  readonly page: number;
  readonly file: Text | undefined;
  /** The text that names the page. */
  readonly pageAt: Text | undefined;
  /** The directive at which problems with the choice are reported. */
  readonly decidedBy: Setting | undefined;
};

const builtIn: CodePage = {
  page: US_ASCII,
  file: undefined,
  pageAt: undefined,
  decidedBy: undefined,
};

export function chooseCodePage(directives: readonly Directive[]): CodePage {
  let choice = builtIn;
  for (const directive of directives) {
    if (directive.kind !== 'Setting') continue;
    const change = readDirective(directive);
    if (change === undefined || typeof change === 'string') continue;
    const decidedBy = choice.file === undefined || change.file ? directive : choice.decidedBy;
    choice = { ...choice, ...change, decidedBy };
  }
  return choice;
}

/**
 * Returns entries such as `00e9:65`, separated by blanks. Undefined for the built-in page 20127, and when `directive`
 * is not the one that decides.
 */
export function resolveUnicodeMap(
  directive: Setting,
  choice: CodePage,
  files: DataFiles,
  diagnostics: Diagnostics,
): string | undefined {
  const change = readDirective(directive);
  if (typeof change === 'string') {
    const location = directive.arguments.at(-1)?.span ?? directive.span;
    diagnostics.report(problem.badDirectiveArgument(directive.name.text, change), location);
  }
  if (directive !== choice.decidedBy) return undefined;
  const { page, pageAt, file } = choice;
  if (file !== undefined) return readFile(choice, file, files, diagnostics);
  if (page !== US_ASCII && pageAt !== undefined) {
    diagnostics.report(problem.codePageWithoutFile(page), pageAt.span);
  }
  return undefined;
}

type Change = Partial<Pick<CodePage, 'page' | 'pageAt' | 'file'>>;

/**
 * Reads a directive. Returns a text that says which arguments it takes when they are wrong, and undefined for other
 * directives.
 */
function readDirective({ name, arguments: words }: Setting): Change | string | undefined {
  const [first, second] = words;
  switch (name.text.toLowerCase()) {
    case 'secunicodecodepage':
      return pageChange(words.length === 1 ? first : undefined) ?? 'the number of a code page';
    case 'secunicodemapfile': {
      if (words.length === 1 && first !== undefined) return { file: first };
      const page = pageChange(words.length === 2 ? second : undefined);
      return page && first ? { ...page, file: first } : 'a map file and the number of a code page';
    }
    default:
      return undefined;
  }
}

function pageChange(word: Text | undefined): Change | undefined {
  if (word === undefined || !/^\d{1,5}$/.test(word.text)) return undefined;
  return { page: Number(word.text), pageAt: word };
}

/**
 * Reads the map file. When it is missing and the page is the built-in one, it only warns: recommended configurations
 * often name a file that is not installed.
 */
function readFile(
  { page, pageAt, decidedBy }: CodePage,
  file: Text,
  files: DataFiles,
  diagnostics: Diagnostics,
): string | undefined {
  const source = files(file.text, file.span.source.path);
  if (isUnread(source)) {
    const { text, span } = file;
    if (page !== US_ASCII) diagnostics.report(problem.missingDataFile(text, source.why), span);
    else if (decidedBy !== undefined) {
      diagnostics.report(problem.needlessMapFile(text, source.why, page), decidedBy.name.span);
    }
    return undefined;
  }
  const { entries, pages, problems } = readUnicodeMap(source, page);
  for (const entryProblem of problems) diagnostics.report(problem.badMapEntry(), entryProblem);
  if (entries === undefined || (entries.length === 0 && problems.length === 0)) {
    const location = pageAt ?? file;
    diagnostics.report(problem.missingCodePage(file.text, page, pages.join(', ')), location.span);
    return undefined;
  }
  return entries.join(' ');
}
