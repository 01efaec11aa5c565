/** Where the project lies: the command runs from any folder. */
import { fileURLToPath } from 'node:url';

/** Absolute, without a slash at the end; both compiler/ and dist/ are one level below it. */
export const PROJECT = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '');
