/** `npx tsx scripts/command-pages.ts`: writes docs/commands.md from what the built command line says of itself. */
import { writeFileSync } from 'node:fs';
import { commandsPage } from './commands/commands-page.ts';

writeFileSync('docs/commands.md', await commandsPage());
