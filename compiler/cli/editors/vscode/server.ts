/** The language server of the extension: `portcullis lsp` without the rest of the command line. */
import { parseArgs } from 'node:util';
import { runLsp } from '../../commands/lsp/command.ts';
import { disk } from '../../project/disk.ts';

const { values } = parseArgs({
  options: { profile: { type: 'string' }, preset: { type: 'string' } },
});
process.exitCode = runLsp({ ...values, entry: [] }, disk);
