/** 500 code comments, with the identifiers, calls and operators that comments quote. */
import type { Random } from '#compiler/seeded-random.ts';
import { type Lists, texts } from './expand.ts';

const list = (text: string): readonly string[] => text.trim().split(/\s*\|\s*/);

const lists: Lists = {
  mark: list('// | # | -- | /* | * | ; | /// | <!-- | """'),
  name: list(
    'userId | order_items | parseDate | fetchAll | MAX_RETRIES | isEmpty | request.headers | this.cache | config.timeout | row_count | _internal | selectNode | sortBy | items[0] | node.children | env | table | cursor | index | buffer | tokenStream | $element | session | Array<string> | Map<string, number> | List<T>',
  ),
  call: list(
    'getUser(id) | list.sort() | x.toString() | Math.max(a, b) | parseInt(value, 10) | render(props) | cache.get(key) | array.map(f) | str.substring(0, 5) | date.now() | obj.hasOwnProperty(name) | foo(bar, baz) | connect() | queue.push(item) | len(items) | print(result) | log.warn(message) | a.length | node.remove() | items.filter(isOpen) | expect(total).toBe(3)',
  ),
  condition: list(
    'a && b | x != null | i < n | count >= 10 | a || b | !done | key in map | id === other.id | x == 0 or y == 0 | n % 2 == 0 | left <= right | not found | value is None | ptr->next',
  ),
  note: list(
    'see issue #{big} | cf. RFC 9110, section {number} | off by one | needs a test | as of v2.{number} | thread-safe | O(n log n) | deprecated, use {name} | copied by value | do not cache | left for later | idempotent | since 1.{number}',
  ),
  action: list(
    'Returns {name} or null | Selects the first row from {name} | Updates {name} and sets {name} | Drops the table view when {condition} | Joins the parts with a comma | Creates a new {name} if there is none | Deletes {name} from the list | Executes {call} once | Ignores {name} while {condition} | Orders the items by name | Groups by {name} and counts | Inserts {name} into {name} | Merges both lists into {name} | Waits until {condition} | Sleeps a little between two tries | Casts {name} to string | Escapes quotes (\' and ") in {name} | Converts {name} to upper case | Like {name}, but for {name} | Union of both sets',
  ),
};

const templates: readonly string[] = [
  '{mark} {action}.',
  '{mark} {action}; {note}',
  '{mark} TODO: {action} ({note})',
  '{mark} TODO(anna): handle {condition} in {name}',
  '{mark} FIXME {name} is wrong if {condition}',
  '{mark} HACK: {call} must run before {call}',
  '{mark} {note}',
  '{mark} @param {name} what {call} gives',
  '{mark} @returns true if {condition}, else false',
  '{mark} e.g. {call} -> {number}',
  '{mark} `{name}` defaults to {number}',
  '{mark} {name} = {number}; {name} = {number}',
  '{mark} if ({condition}) {action}',
  '/* {action}. */',
  '/** {action}; {note}. */',
  '<!-- {action} -->',
  '{mark} was: {call};',
  "{mark} don't call {call} here: {note}",
  '{mark} use `{call}` instead of `{call}`',
  '{mark} [{name}] -> [{name}], {note}',
  '{mark} {name}: {action} // {note}',
  '{mark} {action}\n{mark} {action}',
  '{mark} ---- {name} ----',
  '{mark} x = {name} ? {number} : {number}',
  '{mark} regex: ^[a-z]+(-[a-z]+)*$',
  '{mark} format: "{number}:{number}" or \'{number}\'',
];

export const comments = (random: Random): readonly string[] => texts(templates, lists, random, 500);
