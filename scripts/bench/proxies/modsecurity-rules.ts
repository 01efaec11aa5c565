/** Translates the rules of profile pl1 to the dialect of ModSecurity 3. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PROFILE_FILES = ['profiles/base.conf', 'profiles/pl1-setup.conf'];

/**
 * Returns the project's own two files and the OWASP CRS of `folder` (workspace.ts). Returns undefined when there is
 * no CRS, because the built-in rules are written for the compiler.
 */
export function modsecurityRules(folder: string): string | undefined {
  const crs = join(folder, 'rules/crs');
  if (!existsSync(crs)) return undefined;
  const own = PROFILE_FILES.map((path) => readFileSync(join(folder, path), 'utf8'));
  return [...own.map(inModSecurity), `Include ${crs}/*.conf`].join('\n');
}

/**
 * Adapts a file. ModSecurity leaves the memory for bodies to nginx, and has no RAW processor: it does not read a
 * body of an unknown type when the rule sets no processor.
 */
function inModSecurity(text: string): string {
  return text
    .replace(/^SecRequestBodyInMemoryLimit .*$/m, '')
    .replace(/,\\\n\s*ctl:requestBodyProcessor=RAW/g, '')
    .replace(/^SecAuditLog .*$/m, 'SecAuditLogType Serial\nSecAuditLog /dev/null');
}
