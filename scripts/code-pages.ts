/** `npx tsx scripts/code-pages.ts`: writes docs/codes/, one page per code of `portcullis check`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { codePages } from './codes/code-pages.ts';

rmSync('docs/codes', { recursive: true, force: true });
mkdirSync('docs/codes', { recursive: true });
for (const [name, text] of codePages()) writeFileSync(`docs/codes/${name}`, text, 'latin1');
