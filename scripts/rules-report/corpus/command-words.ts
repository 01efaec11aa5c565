/** 400 short texts whose words are also names of commands, after the signs that separate commands, in nine languages. */
import type { Random } from '#compiler/seeded-random.ts';
import { type Lists, texts } from './expand.ts';

const list = (text: string): readonly string[] => text.trim().split(/\s*\|\s*/);

const lists: Lists = {
  word: list(
    'file | time | who | at | cat | sort | find | make | date | cut | test | more | less | head | tail | join | split | look | last | history | kill | sleep | top | host | mail | man | link | paste | print | watch | which | yes | touch | type | type set | path | set | start | group | groups | help | history | read | write | wait | page | script | service | exit | clear | fold | factor | free | nice | nice view | screen | at | as | who | where',
  ),
  noun: list(
    'tables | documentation | holiday photos | the team | opening hours | prices | a map | gardening | spring issue | results of 2024 | members | our story | the dog | parking',
  ),
  short: list(
    'ar | az | du | su | vi | se | la | ed | id | pr | as | at | ls | nl | ps | sh | go | w',
  ),
  upper: list('RM | SS | AR | NL | VI | ID | PS | DC | SH | GE | LN | AT | AS | PR | TR | BC | NC'),
  de: list('du kommst | um Sechs | so oder so | an der Ecke | zum Test | im Team'),
  fr: list('du pain | de la cave | au four | à la page | les dates | en test'),
  es: list('sed de agua | más tarde | su casa | a la mesa | se vende | date prisa'),
  it: list('su richiesta | vi aspettiamo | più tardi | ed altri | se piove | cat. B'),
  pt: list('se chover | tail ou não | ao lado | as duas | um date | os testes'),
  nl: list('ed. 2 | als het kan | de tijd | make-up | tot dan | top tien'),
  sv: list('vi ses | se sidan | en test | date på kajen | tar vi | ar per hus'),
  pl: list('czas | plik i druk | az do rana | su i co | test wiedzy'),
  hu: list('az asztal | ed a név | se ma | vi nap | test és lélek'),
  local: list('{de} | {fr} | {es} | {it} | {pt} | {nl} | {sv} | {pl} | {hu}'),
};

const templates: readonly string[] = [
  '{word} & {word}',
  '{noun} & {word}',
  '{noun} | {word}',
  '{noun} | {word} | {noun}',
  '{word} {word}; {noun}',
  '{noun}; {word} {noun}',
  '{noun} ({word})',
  '{noun} ({word} {noun})',
  '({word}) {noun}',
  '{noun} (see {word} & {word})',
  '{word}/{word}: {noun}',
  '{noun} [{word}] ({short})',
  '{noun} ({upper})',
  '({upper}) {noun}',
  '{noun}; {short}',
  '{noun}\n{word} {noun}',
  '{noun}\n{upper}',
  '{local}; {local}',
  '{local} ({local}) & {local}',
  '{local} | {local}',
  '{local}\n{local}',
  '{local} ({short}); {word}',
  '{word}, {word} and/or {word}',
  '{word}? {word}! ({word})',
];

export function commandWords(random: Random): readonly string[] {
  return texts(templates, lists, random, 400);
}
