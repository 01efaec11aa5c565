/** 400 parts of manual pages: headings, synopses, options, references. */
import type { Random } from '#compiler/seeded-random.ts';
import { type Lists, texts } from './expand.ts';

const list = (text: string): readonly string[] => text.trim().split(/\s*\|\s*/);

const lists: Lists = {
  tool: list(
    'git | tar | find | sort | cut | who | date | make | mount | passwd | ssh | curl | rsync | tmux | docker | perl | openssl | xz | kill | nice | time | mail | at | file | stat | touch | host | cloudctl',
  ),
  call: list(
    'fread | getrusage | mkdir | chown | popen | gethostname | umask | link | symlink | strcmp | atan | log | exec | unlink',
  ),
  type: list('int | char * | FILE * | size_t | double | void * | const struct stat *'),
  option: list(
    '-a, --all | -f FILE, --file=FILE | --sort=KEY | -n | -C DIR | -j [N] | --location=LOCATION | --format="default(labels)" | -x, --exclude',
  ),
  sentence: list(
    'Print the names of the files, one on each line. | The {call}() function returns the number of items, or -1 on error. | If the file does not exist, it is created (see {call}(2)). | On success, {call}() and {call}() return 0. | By default, {tool} reads the standard input. | The option may be given more than once. | The order is the one of sort({number}). | This is the same as `{tool}`, but faster. | Do not use this; it is unsafe. | Since the host name may change, wait for the job and try again. | The values are separated by commas, e.g. "a,b". | The format is described in strftime(3). | When {call}(2) fails, errno is set. | Note that the path in /etc/hosts is read first, and the server is asked later.',
  ),
  reference: list(
    '{tool}(1) | {call}(2) | {call}(3) | signal(7) | proc(5) | deb-version(7) | uuid_time(3)',
  ),
  heading: list(
    'NAME | SYNOPSIS | DESCRIPTION | OPTIONS | SEE ALSO | BUGS | RETURN VALUE | BESCHREIBUNG | VOIR AUSSI | NOMBRE | NOM',
  ),
};

const templates: readonly string[] = [
  '{heading}\n       {tool} - {sentence}',
  'NAME\n       {tool} alpha instances delete - delete instances',
  'SYNOPSIS\n       {tool} [OPTION]... [FILE]...',
  'SYNOPSIS\n       {tool} beta describe (JOB : --location=LOCATION) [GLOBAL_FLAG ...]',
  'SYNOPSIS\n       #include <stdio.h>\n\n       {type} {call}({type} stream, int c);',
  '       {type} {call}({type} x, {type} y);\n       {type} {call}_r({type} x);',
  '       {option}\n              {sentence} {sentence}',
  '       {option}\n              {sentence}\n\n       {option}\n              {sentence}',
  '{heading}\n       {reference}, {reference}, {reference}',
  '{heading}\n       {sentence} {sentence}\n       {sentence}',
  '{tool}(1)          General Commands Manual          {tool}(1)\n\n{heading}\n       {sentence}',
  '{heading}\n       /etc/{tool}.conf\n              The file that holds the defaults of this program.',
  '       $ {tool} describe my-job --verbose',
  '{sentence} See also {reference} and {reference}.',
];

export function manuals(random: Random): readonly string[] {
  return texts(templates, lists, random, 400);
}
