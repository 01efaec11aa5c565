/** `npx tsx scripts/command-pages.ts`: writes docs/commands.md from the help of the built command line. */
import { writeFileSync } from 'node:fs';
import { commandsPage } from './commands/commands-page.ts';

writeFileSync('docs/commands.md', await commandsPage());
