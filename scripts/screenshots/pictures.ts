/** Defines the pictures of docs/images, which show the rules of `projects`. */
import { blocks, neovimSettings } from './editors-page.ts';
import { minorOf, versionOf } from './program-version.ts';
import type { Terminal } from './terminal.ts';

export type Picture = {
  /** The name of the file in docs/images, without `.svg`. */
  readonly name: string;
  readonly title: string;
  readonly columns: number;
  readonly rows: number;
  /** The name of one of `projects`. */
  readonly project: 'shop' | 'draft';
  /** A shell command line. */
  readonly command: string;
  /** Additional files besides those of the project. */
  readonly files: Readonly<Record<string, string>>;
  /** Brings an editor's screen to the state that the picture shows; undefined for commands, which end without input. */
  readonly prepare?: (terminal: Terminal) => Promise<void>;
};

/** A picture, or the reason why it cannot be made here. */
export type Plan = Picture | { readonly name: string; readonly missing: string };

type Shown = Pick<Picture, 'name' | 'title' | 'project'>;

const commandPicture = (command: string, shown: Shown): Picture => ({
  ...shown,
  columns: 112,
  rows: 100,
  command: `portcullis ${command}`,
  files: {},
});

const commands: readonly Picture[] = [
  commandPicture('check', {
    name: 'terminal-check',
    title: 'Findings with their locations and hints',
    project: 'draft',
  }),
  commandPicture('explain 1001', {
    name: 'terminal-explain',
    title: 'The result of compiling a rule',
    project: 'shop',
  }),
  commandPicture("run --url '/cart?coupon=x1&q=select%20name%20from%20users'", {
    name: 'terminal-run',
    title: 'A request, and the rules that match it',
    project: 'shop',
  }),
  commandPicture('diff rules newer', {
    name: 'terminal-diff',
    title: 'The effects of a change of rules',
    project: 'shop',
  }),
];

const editor = { columns: 112, rows: 28, project: 'draft' } as const;

function neovim(program: string): Plan {
  const version = versionOf(program);
  const name = 'editor-neovim';
  if (version === undefined || minorOf(version) < 10)
    return { name, missing: `Neovim 0.10 (${program})` };
  return {
    ...editor,
    name,
    title: 'Neovim: findings, semantic colours, documentation of the word at the cursor',
    command: `${program} -u init.lua rules/draft.conf`,
    files: { 'init.lua': `${neovimSettings(minorOf(version))}${IN_NEOVIM}` },
    prepare: async ({ press, shows }) => {
      await shows(/Did you mean lowercase/);
      await shows(/Did you mean tx.shop_score/);
      press('24G^K');
      await shows(/log - /);
    },
  };
}

/** Settings of taste that the page omits: line numbers, no start-up message, and the worst finding of a line first. */
const IN_NEOVIM = `
vim.opt.number = true
vim.opt.shortmess:append('I')
vim.opt.ruler = false
vim.diagnostic.config({ severity_sort = true })
`;

function helix(program: string): Plan {
  const name = 'editor-helix';
  if (versionOf(program) === undefined) return { name, missing: `Helix (${program})` };
  return {
    ...editor,
    name,
    title: 'Helix: a finding, and the code action that fixes it',
    command: `${program} rules/draft.conf`,
    files: { '.helix/languages.toml': blocks('toml')[0] ?? '' },
    prepare: async ({ press, shows }) => {
      await shows(/● 2 ● 1/);
      press('/lowercas', 'Enter', 'Space', 'a');
      await shows(/Change to lowercase/);
    },
  };
}

/** Returns all pictures. NVIM and HX name the editors' programs when they are not `nvim` and `hx` on the PATH. */
export const plans = (environment: NodeJS.ProcessEnv): readonly Plan[] => [
  ...commands,
  neovim(environment['NVIM'] ?? 'nvim'),
  helix(environment['HX'] ?? 'hx'),
];
