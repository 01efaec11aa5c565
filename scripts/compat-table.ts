/** `npx tsx scripts/compat-table.ts`: writes docs/compatibility.md. */
import { writeFileSync } from 'node:fs';
import { compatibilityPage } from './compatibility/page.ts';

writeFileSync('docs/compatibility.md', compatibilityPage());
