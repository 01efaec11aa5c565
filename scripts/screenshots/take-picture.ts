/** Runs a command or an editor in a terminal, in a copy of its project, and draws the screen. */
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Picture } from './pictures.ts';
import { screenSvg } from './svg.ts';
import { openTerminal } from './terminal.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** A marker that is printed after the output of a command. */
const END = '<end>';
const BOLD_GREEN = '\u001b[1;32m';
const PLAIN = '\u001b[0m';

export async function takePicture(picture: Picture): Promise<string> {
  const { project, columns, rows, command, title, files, prepare } = picture;
  const home = mkdtempSync(join(tmpdir(), 'portcullis-picture-'));
  const folder = join(home, project);
  cpSync(join(root, 'scripts/screenshots/projects', project), folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  symlinkSync(join(root, 'dist/portcullis.mjs'), join(home, 'portcullis'));
  const { NO_COLOR: _, ...inherited } = process.env;
  const PATH = `${home}${delimiter}${process.env['PATH']}`;
  const environment = { ...inherited, PATH, HOME: home };
  const line = prepare === undefined ? `${command}; echo '${END}'` : command;
  const terminal = openTerminal(line, { columns, rows, folder, environment });
  try {
    if (prepare !== undefined) {
      await prepare(terminal);
      return screenSvg(terminal.screen('coloured'), title, columns);
    }
    await terminal.shows(new RegExp(`^${END}`, 'm'));
    const [output = ''] = terminal.screen('coloured').split(`\n${END}`);
    return screenSvg(`${BOLD_GREEN}$${PLAIN} ${command}\n${output}`, title, columns);
  } finally {
    terminal.close();
    // An editor that was ended still writes files for a moment.
    await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
