/** 400 descriptions of packages: one line, or one line and a paragraph. */
import type { Random } from '#compiler/seeded-random.ts';
import { type Lists, texts } from './expand.ts';

const list = (text: string): readonly string[] => text.trim().split(/\s*\|\s*/);

const lists: Lists = {
  language: list(
    'Python | Python 3 | Python3 | Perl | Perl 5 | Ruby | Lua | PHP | Java | Go | Node.js | R | Rust | Haskell | C++ | OCaml | Tcl | Bash | Julia',
  ),
  tool: list(
    'git | curl | wget | tmux | vim | nano | gzip | bzip2 | xz | zip | tar | rsync | ssh | openssl | gcc | clang | make | cmake | awk | sed | grep | find | sort | cron | sudo | docker | mount | fdisk | systemctl | nmap | netcat | telnet | ftp | perl | python3 | bash | zsh | sqlite3 | psql | dig | whois',
  ),
  kind: list(
    'library | bindings | command line tool | daemon | plugin | header files | development files | documentation | debug symbols | test suite | modules | parser | wrapper | file system driver | terminal emulator | window manager | metapackage',
  ),
  purpose: list(
    'for reading and writing .ini files | for file locking; documentation | for time series | for parsing dates & times | to find duplicate files | for the X Window System | to sort and merge lists | that makes system calls | with support for TLS | for job control | to cut, split and join audio | for XML, JSON (and YAML) | for SQL databases | to watch a folder for changes | for HTTP/1.1 and HTTP/2 | to print labels | to kill runaway processes | for the date(1) family',
  ),
  detail: list(
    '{tool} is a program that reads a file and writes to the standard output. | {tool} enables several sessions (or windows) to be used from one screen. | This package contains the {kind} {purpose}. | It works like {tool}, {tool} and {tool}; no option is needed. | {language} is a high-level language. Its {number}.{number} version is here. | See {tool}(1) for details. | The commands `{tool}` and `{tool}` are included. | This is the {kind} (see also {tool}). | Formats: {tool}, {tool} & {tool}. | * {kind} {purpose} | - fast; small; {kind} | Install with "{tool}" or \'{tool}\'. | Files are kept in /usr/share/doc. | If unsure, say no (the default is {number}).',
  ),
};

const templates: readonly string[] = [
  '{kind} {purpose}',
  '{kind} {purpose} ({language})',
  '{language} {kind} {purpose}',
  '{kind} {purpose} ({language} {kind})',
  '{kind} {purpose} - {kind}',
  '{language} {kind} for {tool}',
  'better `{tool}`',
  '{tool} {kind} ({language} version)',
  '{tool}-like {kind} {purpose}',
  'A {kind} {purpose}; {language} {kind} & {kind}',
  '{tool}/{tool} {kind}',
  '{tool} {kind}\n{detail}\n{detail}',
  '{kind} {purpose}\n{detail}\n.\n{detail}',
  '{kind} {purpose}\n{detail} {detail}',
];

export function packages(random: Random): readonly string[] {
  return texts(templates, lists, random, 400);
}
