/**
 * Locates the engine that emitted modules import: its sources in a checkout, otherwise the built files of the package.
 */
import { existsSync } from 'node:fs';
import { PROJECT } from '#compiler/project.ts';
import { PACKAGE } from '#compiler/version.ts';

const ENGINE = `${PACKAGE}/engine`;

/** `name` is as in emitted modules, such as `portcullis-waf/engine/operators`. */
export function engineFile(name: string): string {
  const folder = name.slice(ENGINE.length);
  const source = `${PROJECT}/runtime/engine${folder}/index.ts`;
  if (existsSync(source)) return source;
  return `${PROJECT}/dist/lib/engine${folder === '' ? '/index' : folder}.js`;
}
