/** Reads the settings that docs/editors.md shows. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = fileURLToPath(new URL('../../docs/editors.md', import.meta.url));

/** Returns the page's code blocks in a language, in order. */
export function blocks(language: string): readonly string[] {
  const block = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm');
  return [...readFileSync(path, 'utf8').matchAll(block)].map(([, text = '']) => text);
}

/** Returns the block for a version of Neovim; the first block is for 0.11 and later. */
export function neovimSettings(minor: number): string {
  const [since11 = '', until10 = ''] = blocks('lua');
  return minor >= 11 ? since11 : until10;
}
