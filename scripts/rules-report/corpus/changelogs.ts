/** 400 entries of changelogs and commit messages. */
import type { Random } from '#compiler/seeded-random.ts';
import { type Lists, texts } from './expand.ts';

const list = (text: string): readonly string[] => text.trim().split(/\s*\|\s*/);

const lists: Lists = {
  name: list('Anna Berg | Seán Ó Briain | Léa Dupont | T. Nakamura | Ivo Horák | Zoë (reviewer)'),
  mail: list('anna@example.org | s.obriain@example.net | ivo@example.com'),
  file: list(
    'src/main.c | lib/util.js | debian/control | d/rules | Makefile.am | docs/index.md | test/run.sh | include/api.h | README | po/de.po | tools/{make,test}.sh',
  ),
  symbol: list(
    'read_file() | parse_date | --verbose | -j | LC_TIME | sort_by | handle_error | MAX_PATH | is_empty() | $(CC) | `wait -n` | `find -exec` | "grep -E" | struct host | exit code {number}',
  ),
  verb: list(
    'Fix | Add | Drop | Remove | Rename | Update | Split | Make | Do not | Allow | Deprecate | Declare',
  ),
  thing: list(
    'a crash on empty input | support for UTF-8 file names | the select box | a memory leak in {symbol} | an off-by-one in {symbol} | tests for {symbol} | unused variables | a race between {symbol} and {symbol} | the union of both lists | missing null checks | compliance with the policy {number}.{number} | deletion of old files from the cache | the order of columns | documentation; typos',
  ),
  ticket: list('Closes: #{big} | (#{big}) | [BUG-{big}] | fixes {big} | PR tools/{big} | GH-{big}'),
  entry: list(
    '{verb} {thing} | {verb} {thing} ({ticket}) | {file}: {verb} {thing} | {verb} {symbol}; {verb} {thing} | {verb} {thing} & {thing} | {symbol} now returns {number} | ({symbol}): {verb} {thing}',
  ),
  trailer: list(
    'Signed-off-by: {name} <{mail}> | Reviewed-by: {name} <{mail}> | Reported-by: {name} | Change-Id: I{big}{big} | Co-authored-by: {name} <{mail}> | Link: https://example.org/{big} | Fixes: {big} ("{verb} {thing}")',
  ),
};

const templates: readonly string[] = [
  '* {entry}',
  '- {entry}\n- {entry}',
  '  * {entry}.\n    {ticket}',
  '{verb} {thing}\n\n{entry}.\n\n{trailer}\n{trailer}',
  '{verb} {thing}\n\n{trailer}',
  '## {number}.{number}.{number}\n\n* {entry}\n* {entry}\n',
  'tool ({number}.{number}-{number}) unstable; urgency=medium\n\n  * {entry}\n  * {entry}\n\n -- {name} <{mail}>  Mon, {number} Jan 20{number} 10:{number}:00 +0100',
  'commit {big}{big}\nAuthor: {name} <{mail}>\nDate:   Mon Jan {number} 10:{number}:00 20{number}\n\n    {entry}\n\n    {trailer}',
  '{name} ({number}):\n      {file}: {verb} {thing}\n      git-jump: {verb} {thing}',
  '20{number}-01-{number}  {name}  <{mail}>\n\n\t* {file} ({symbol}): {verb} {thing}.\n\t(main): Likewise.',
  'Changes since v{number}.{number}: {entry}; {entry}; {entry}.',
];

export function changelogs(random: Random): readonly string[] {
  return texts(templates, lists, random, 400);
}
