/** The manifest of the extension for VS Code, and its description of the language. */
import { PACKAGE, VERSION } from '#compiler/version.ts';
import { commandNames } from '../../commands/lsp/command-names.ts';
import { SCOPE } from '../grammar.ts';

/** The language identifier for LSP and for the settings in docs/editors.md. */
export const LANGUAGE = 'seclang';

/** Paths within the extension. */
export const paths = {
  extension: 'extension.cjs',
  server: 'server.mjs',
  grammar: 'seclang.tmLanguage.json',
  configuration: 'language-configuration.json',
  licences: 'THIRD-PARTY-LICENSES.md',
} as const;

const title = (name: string): object => ({ category: 'Portcullis', title: name });
const inRules = { when: `editorLangId == ${LANGUAGE}` };

/** `name` is that of the package, by which code in the extension finds its pages. */
export const manifest = {
  name: PACKAGE,
  displayName: 'Portcullis: SecLang rules',
  description: 'Checks, completes, explains and tests rules for ModSecurity, Coraza and Portcullis',
  version: VERSION,
  publisher: 'portcullis',
  license: 'Apache-2.0',
  engines: { vscode: '^1.91.0' },
  categories: ['Programming Languages', 'Linters', 'Formatters'],
  keywords: ['modsecurity', 'coraza', 'owasp crs', 'waf', 'seclang'],
  files: [...Object.values(paths), 'docs', 'README.md', 'LICENSE'],
  main: `./${paths.extension}`,
  activationEvents: [`onLanguage:${LANGUAGE}`],
  // Commands run the command line of the workspace, which must be trusted.
  capabilities: { untrustedWorkspaces: { supported: false }, virtualWorkspaces: false },
  contributes: {
    languages: [
      {
        id: LANGUAGE,
        aliases: ['SecLang', 'ModSecurity rules'],
        // `.conf` alone is too general.
        filenamePatterns: [
          '**/rules/**/*.conf',
          '**/profiles/*.conf',
          'REQUEST-*.conf*',
          'RESPONSE-*.conf*',
          'crs-setup.conf*',
          '{modsecurity,coraza}*.conf*',
        ],
        firstLine: '^\\s*Sec[A-Z]\\w+\\s|^#.*(?:OWASP CRS|ModSecurity|SecLang)',
        configuration: `./${paths.configuration}`,
      },
    ],
    grammars: [{ language: LANGUAGE, scopeName: SCOPE, path: `./${paths.grammar}` }],
    commands: [
      { command: commandNames.explain, ...title('Explain Rule') },
      { command: commandNames.test, ...title('Run Tests of Rule') },
      { command: commandNames.run, ...title('Run a Request') },
    ],
    menus: {
      commandPalette: Object.values(commandNames).map((command) => ({ command, ...inRules })),
      'editor/context': Object.values(commandNames).map((command) => ({ command, ...inRules })),
    },
    configuration: {
      title: 'Portcullis',
      properties: {
        'portcullis.command': {
          type: 'array',
          items: { type: 'string' },
          default: [],
          description:
            'The command that starts portcullis, for running, explaining and testing. Empty: that of the workspace, else portcullis on the PATH.',
        },
        'portcullis.profile': {
          type: 'string',
          default: '',
          description: 'Only profiles/NAME.json of the workspace. Empty: all profiles.',
        },
        'portcullis.preset': {
          type: 'string',
          enum: ['', 'crs'],
          default: '',
          description: 'Conventions to check as well: crs, those of the OWASP CRS.',
        },
      },
    },
  },
} as const;

/** Features that the editor implements itself: comments, brackets, words. */
export const languageConfiguration = {
  comments: { lineComment: '#' },
  brackets: [
    ['(', ')'],
    ['[', ']'],
    ['{', '}'],
  ],
  autoClosingPairs: [
    { open: '"', close: '"', notIn: ['comment', 'string'] },
    { open: "'", close: "'", notIn: ['comment'] },
    { open: '%{', close: '}' },
  ],
  surroundingPairs: [
    ['"', '"'],
    ["'", "'"],
    ['(', ')'],
    ['[', ']'],
  ],
  wordPattern: '[\\w-]+',
  indentationRules: {
    increaseIndentPattern: '^Sec\\w.*\\\\$',
    decreaseIndentPattern: '^\\s*$',
  },
} as const;
