/** 400 titles and teasers of a content management system, with the markup and the short codes editors type. */
import type { Random } from '#compiler/seeded-random.ts';
import { type Lists, texts } from './expand.ts';

const list = (text: string): readonly string[] => text.trim().split(/\s*¦\s*/);

const lists: Lists = {
  topic: list(
    "Summer sale ¦ Opening hours ¦ Who we are ¦ Date & time ¦ Find a shop ¦ Cat & dog food ¦ Make your own bread ¦ Rock 'n' roll night ¦ The union of two choirs ¦ Jobs ¦ Print & web ¦ Less is more ¦ Sort your waste ¦ Nice places to sleep ¦ Q&A: ask the host ¦ Top {number} tips ¦ Watch: the last match ¦ New order form ¦ Drop-in yoga ¦ Help ¦ Contact ¦ L'été à Nîmes ¦ Öffnungszeiten ¦ Más información ¦ Что нового ¦ 新着情報",
  ),
  site: list(
    'Bakery Müller ¦ City of Bath ¦ The Daily Host ¦ Museum | Shop ¦ Café "Zum Anker" ¦ Smith & Sons',
  ),
  adjective: list('new ¦ free ¦ final ¦ 50% off ¦ sold out ¦ today only ¦ {number} left'),
  open: list('<b> ¦ <em> ¦ <strong> ¦ <i> ¦ <small> ¦ <sup> ¦ <mark>'),
  text: list(
    '{topic} ¦ {topic} ({adjective}) ¦ {topic}: {topic} ¦ {topic}; {topic} ¦ {topic} / {topic}',
  ),
  code: list(
    '[gallery ids="{number},{number}"] ¦ [caption]{topic}[/caption] ¦ {{ page.title }} ¦ %title% ¦ [[{topic}]] ¦ {site_name} ¦ :star: ¦ ##{topic}##',
  ),
};

const templates: readonly string[] = [
  '{text}',
  '{text} | {site}',
  '{text} - {site}',
  '{text} » {topic} « {site}',
  '{site} | {topic} | {topic}',
  '<b>{topic}</b>',
  '<em>{topic}</em>: {text}',
  '{topic} <strong>{adjective}</strong>',
  '{topic}<br>{topic}',
  '{topic} <br/> <small>({adjective})</small>',
  '<span class="tag">{adjective}</span> {topic}',
  '<h2>{topic}</h2>\n<p>{text}</p>',
  '<p>{text}. {text}!</p>',
  '<p>{topic} &amp; {topic} &ndash; <i>{adjective}</i></p>',
  '<a href="https://www.example.com/page-{number}">{topic}</a>',
  '<a href="/news/{number}" title="{adjective}">{topic}</a> ({site})',
  '<ul><li>{topic}</li><li>{topic}</li></ul>',
  '{topic}&nbsp;&ndash; {adjective}',
  '{code} {topic}',
  '{topic} {code}',
  '**{topic}** – _{adjective}_',
  '# {topic}\n\n* {text}\n* {text}\n\n[{adjective}](https://www.example.com/{number})',
  '{topic} <sup>{number}</sup> / H<sub>2</sub>O',
  '"{topic}" – <q>{text}</q>',
];

export function titles(random: Random): readonly string[] {
  return texts(templates, lists, random, 400);
}
