/** Generates docs/commands.md from the help of every command, as the built command line prints it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const COMMAND_LINE = 'dist/portcullis.mjs';
const run = promisify(execFile);

/** Returns the page. The command line must have been built (`make setup`). */
export async function commandsPage(): Promise<string> {
  const overview = await helpOf();
  const sections: string[] = [];
  for (const name of commandNames(overview)) {
    const help = await helpOf(name);
    const inner = commandNames(help).map((each) => helpOf(name, each));
    sections.push(`## ${name}\n\n${fenced([help, ...(await Promise.all(inner))].join('\n\n'))}`);
  }
  return `${[
    '# Commands',
    '<!-- Written by scripts/command-pages.ts from the command line itself. -->',
    'Exit codes: 0 done, 1 findings, failures or a blocked request, 2 a usage error, 3 an internal error. ' +
      'Colours are only used on terminals, and not with `NO_COLOR`.',
    fenced(overview),
    ...sections,
  ].join('\n\n')}\n`;
}

async function helpOf(...words: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [COMMAND_LINE, ...words, '--help']);
  return stdout.trimEnd();
}

/** Returns the names under "Commands:", except that of help itself. */
function commandNames(overview: string): readonly string[] {
  const [, list = ''] = overview.split(/^Commands:$/m);
  const names = [...list.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = '']) => name);
  return names.filter((name) => name !== 'help');
}

function fenced(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\``;
}
