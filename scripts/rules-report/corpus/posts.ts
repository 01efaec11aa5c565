/** 400 forum posts: a request for help or an answer with a few lines of code. */
import type { Random } from '#compiler/seeded-random.ts';
import { type Lists, texts } from './expand.ts';

const list = (text: string): readonly string[] => text.trim().split(/\s*¦\s*/);

const lists: Lists = {
  hello: list(
    'Hi all, ¦ Hello everybody! ¦ Quick question: ¦ Sorry for the newbie question. ¦ I am stuck with this: ¦ EDIT: ¦ @maria',
  ),
  problem: list(
    'why does this loop never end? ¦ how do I sort this by date? ¦ I get "undefined" instead of a list. ¦ what is the difference between the two? ¦ it works on my machine, but not on the server. ¦ the total is off by one. ¦ my test fails only on Windows. ¦ how can I make the file smaller? ¦ this used to work before the update; now it does not.',
  ),
  answer: list(
    'You have to use `{inline}` instead. ¦ Try `{inline}` first, then `{inline}`. ¦ The function returns a list; use `{inline}`. ¦ Did you read the manual (it says {number} is the limit)? ¦ Use `{inline}` & you are done. ¦ As {inline} is deprecated, I would drop it.',
  ),
  inline: list(
    'items.map ¦ sort ¦ len(x) ¦ git rebase ¦ a && b ¦ x => x + 1 ¦ final ¦ const ¦ n % 2 ¦ total += n ¦ List<T> ¦ find ¦ npm install ¦ int main(void) ¦ range(10) ¦ {a, b}',
  ),
  name: list('total ¦ items ¦ user ¦ row ¦ count ¦ price ¦ name ¦ index ¦ result ¦ node'),
  python: list(
    'for {name} in {name}s:\n    total += {name}.price ¦ def area(w, h):\n    return w * h ¦ {name} = [x * 2 for x in range({number})] ¦ if {name} is None:\n    {name} = {number} ¦ with open(path) as f:\n    lines = f.readlines()',
  ),
  script: list(
    'const {name} = items.find((x) => x.id === {number}); ¦ let {name} = items.filter(x => x > {number}).length; ¦ function add(a, b) {\n  return a + b;\n} ¦ if ({name} && {name}.length > 0) {\n  render({name});\n} ¦ for (let i = 0; i < {number}; i++) {\n  sum += i;\n}',
  ),
  c: list(
    'int {name} = {number};\nfor (i = 0; i < {name}; i++)\n    sum += a[i]; ¦ if (!(p = next(p)))\n    return NULL; ¦ struct {name} {\n    int id;\n    char *text;\n}; ¦ while ({name}-- > 0)\n    step(&{name}); ¦ typedef void (*handler)(int);',
  ),
  java: list(
    'List<String> {name}s = new ArrayList<>();\n{name}s.add("a"); ¦ public int size() {\n    return {name}.size();\n} ¦ for (String {name} : list) {\n    total += {name}.length();\n}',
  ),
  css: list(
    '.{name} > li {\n  margin: 0 {number}px;\n} ¦ #{name} { color: #333; width: {number}% } ¦ @media (max-width: {big}px) {\n  .{name} { float: none; }\n}',
  ),
  sheet: list('=SUM(A1:A{number}) ¦ =IF(B2>{number}, "yes", "no") ¦ =A1 & " " & B1'),
  config: list(
    '{name}:\n  size: {number}\n  color: red ¦ [{name}]\nlimit = {number}\nmode = fast ¦ {"{name}": {number}, "ok": true} ¦ {name}=a;b;c',
  ),
  shell: list(
    'make && make test ¦ cd project\nnpm install\nnpm start ¦ git commit -m "first" ¦ sort names.txt | uniq',
  ),
  code: list(
    '{python} ¦ {script} ¦ {c} ¦ {java} ¦ {css} ¦ {sheet} ¦ {config} ¦ {python} ¦ {script} ¦ {c} ¦ {java} ¦ {shell}',
  ),
  bye: list(
    'Any ideas? ¦ Thanks in advance! ¦ Solved, thank you. ¦ Cheers, {name} ;-) ¦ (I am on version {number}.{number}.)',
  ),
};

const templates: readonly string[] = [
  '{hello} {problem}\n\n{code}\n\n{bye}',
  '{hello} {problem}\n\n```\n{code}\n```\n\n{bye}',
  '{problem}\n\n    {code}\n\n{bye}',
  '{answer} {bye}',
  '{answer}\n\n```\n{code}\n```',
  '> {problem}\n\n{answer}\n\n{code}',
  '{hello} {problem} {answer}',
  '[code]{code}[/code]\n{bye}',
];

export function posts(random: Random): readonly string[] {
  return texts(templates, lists, random, 400);
}
