/** `npx tsx scripts/compat-table.ts`: writes docs/compatibility.md and the table in docs/migration.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { compatibilityPage, withRefusedTable } from './compatibility/page.ts';

const MIGRATION = 'docs/migration.md';

writeFileSync('docs/compatibility.md', compatibilityPage());
writeFileSync(MIGRATION, withRefusedTable(readFileSync(MIGRATION, 'utf8')));
