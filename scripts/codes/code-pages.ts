/**
 * Generates the pages of docs/codes/: the meaning of a code, an example of the mistake with its message, and the
 * correction.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { type Code, codes } from '#compiler/cli/findings/codes.ts';
import { crsLinterCodes } from '#compiler/cli/findings/crs-linter.ts';

/** Returns texts by file name. The examples are the cases of test/lint, so tests verify them. */
export function codePages(): ReadonlyMap<string, string> {
  const pages = [...codes].map(([name, code]) => [`${name}.md`, pageOf(name, code)] as const);
  return new Map([...pages, ['README.md', indexPage()]]);
}

function pageOf(name: string, { meaning, isOff, inEveryProfile, preset }: Code): string {
  const read = (file: string): string => readFileSync(`test/lint/${name}/${file}`, 'latin1');
  const expected = read('expected.txt');
  const [, level] =
    new RegExp(`: (error|warning|notice): .*\\[${name}\\]$`, 'm').exec(expected) ?? [];
  const remarks = [
    ...(isOff && preset === undefined
      ? [`Off by default: \`portcullis check --warn ${name}\`.`]
      : []),
    ...(preset === undefined ? [] : [presetRemark(name, preset)]),
    ...(readdirSync(`test/lint/${name}`).some((file) => file.startsWith('fixed.'))
      ? ['`portcullis check --fix` repairs it where there is one way to do so.']
      : []),
    ...(inEveryProfile ? ['Reported only when every profile that reads the file has it.'] : []),
  ];
  return [
    `# ${name}`,
    `Level: ${level}. ${meaning}`,
    ...remarks,
    '## Wrong',
    fenced('apache', read('rules.conf')),
    ...namedFiles(name, read('rules.conf')),
    fenced('', expected),
    '## Right',
    fenced('apache', read('right.conf')),
    ...namedFiles(name, read('right.conf')),
    '',
  ].join('\n\n');
}

function presetRemark(name: string, preset: string): string {
  const [theirs] = [...crsLinterCodes].find(([, ours]) => ours.includes(name)) ?? [];
  return `Only with \`--preset ${preset}\` or \`--warn ${name}\`. crs-linter calls it \`${theirs}\`.`;
}

/** Returns the data files that the rules name, and the files in folders of the example. */
function namedFiles(name: string, rules: string): readonly string[] {
  const folder = `test/lint/${name}`;
  const isNamed = (file: string): boolean => file.endsWith('.data') && rules.includes(file);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => isNamed(file) || /^(?:util|tests)\/.*\w+$/.test(file))
    .filter((file) => statSync(`${folder}/${file}`).isFile())
    .flatMap((file) => [`\`${file}\`:`, fenced('', readFileSync(`${folder}/${file}`, 'latin1'))]);
}

function fenced(language: string, text: string): string {
  const shown = text.replaceAll('\r', '\\r');
  return `\`\`\`\`${language}\n${shown}${shown.endsWith('\n') ? '' : '\n'}\`\`\`\``;
}

function indexPage(): string {
  return [
    '# Codes of `portcullis check`',
    '',
    'Made by `npx tsx scripts/code-pages.ts`. `portcullis explain CODE` prints a page.',
    '',
    '| code | meaning |',
    '|---|---|',
    ...rowsOf(undefined),
    '',
    '## Preset crs',
    '',
    'With `--preset crs`: the conventions of the OWASP CRS, for its rules and plugins.',
    '',
    '| code | meaning |',
    '|---|---|',
    ...rowsOf('crs'),
    '',
  ].join('\n');
}

function rowsOf(preset: Code['preset']): readonly string[] {
  return [...codes]
    .filter(([, code]) => code.preset === preset)
    .map(([name, { meaning }]) => `| [${name}](${name}.md) | ${meaning.replaceAll('|', '\\|')} |`);
}
