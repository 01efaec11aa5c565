/** Rules with mistakes, in a folder where the settings of docs/editors.md find the language server. */
import { symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderWith } from '../../../helpers/command-line.ts';

const project = fileURLToPath(new URL('../../../..', import.meta.url));

const RULES = `SecRule ARGS "@rx a(" "id:1,phase:2,deny,log"
SecRule TX:sen "@eq %{tx.sen}" "id:2,phase:2,deny,log"
SecMarker   END
`;

export type EditorWorkspace = {
  readonly folder: string;
  /** `portcullis` is on the PATH, and the home folder has no settings. */
  readonly environment: NodeJS.ProcessEnv;
};

/** `rules/a.conf` with RULES, a profile, and these files. */
export function editorWorkspace(files: Readonly<Record<string, string>>): EditorWorkspace {
  const bin = folderWith({});
  symlinkSync(join(project, 'dist/portcullis.mjs'), join(bin, 'portcullis'));
  const folder = folderWith({
    ...files,
    'profiles/pl1.json': '{ "name": "pl1", "files": ["rules/*.conf"] }',
    'rules/a.conf': RULES,
  });
  const PATH = `${bin}${delimiter}${process.env['PATH']}`;
  return { folder, environment: { ...process.env, PATH, HOME: bin } };
}
