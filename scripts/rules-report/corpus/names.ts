/** 500 names and 500 addresses as people type them into forms. */
import type { Random } from '#compiler/seeded-random.ts';
import { type Lists, texts } from './expand.ts';

const list = (text: string): readonly string[] => text.trim().split(/\s*\|\s*/);

const lists: Lists = {
  first: list(
    "Anna | Björn | Chloé | D'Arcy | Emre | Fatima | Giorgos | Hans-Peter | Ines | José | Kwame | Liam | Mary Ann | Nguyễn | O'Shea | Þóra | Quentin | Renée | Seán | Tala | Ursula | Víctor | Wei | Xander | Yusuf | Zoë | Select | Andor | Jean-Luc | Null | Robert",
  ),
  last: list(
    "O'Brien | O'Neill-Smith | D'Angelo | van der Berg | de la Cruz | Müller | Nørgaard | Szczęsny | Null | Drop | Tables | Orr | Andersson | McDonald | Mc'Kenzie | Li | Ng | St. John | Fitz-Gerald | N'Diaye | Al-Hassan | Ó Súilleabháin | Union | Case | Like | Else | True | Ende | Van't Hoff | 't Hooft | D'Souza | Ulysses IV | Smith, Jr. | King (Sr.)",
  ),
  title: list('Mr. | Mrs. | Dr. | Prof. | Rev. | Ms | Sir | Herr | Mme | Sra.'),
  street: list(
    "St. James's Street | King's Road | Rue de l'Église | Straße des 17. Juni | Calle Mayor | O'Connell Street | Union Square | Table Rock Road | Via dell'Arte | Park Ave. | Bakers' Row | Ring Rd. (North) | High St | Unter den Linden | Chaussée d'Antin | Cat & Fiddle Lane | Drop Lane | Order Street | Groupe Scolaire Bd. | Where Farm Road",
  ),
  city: list(
    "London SW1A 1AA | 75001 Paris | 10115 Berlin | Coeur d'Alene, ID 83814 | L'Aquila (AQ) | St. John's, NL A1A 1A1 | 's-Hertogenbosch | San José, CA | New York, NY 10001-1234 | Århus C | Union City, NJ | Land O' Lakes, FL | Val-d'Or | Köln-Ehrenfeld | Table View",
  ),
  unit: list(
    'Apt. #{number} | Flat {number}B | c/o {first} {last} | Unit {number}/{number} | Floor {number}; door 2 | P.O. Box {big} | Suite {number} & {number} | 2nd floor, left | bldg. {number} | Hof 1 - Stiege 2 | ℅ Reception',
  ),
};

const nameTemplates: readonly string[] = [
  '{first} {last}',
  '{title} {first} {last}',
  '{last}, {first}',
  '{first} "{first}" {last}',
  "{first} '{first}' {last}",
  '{first} {last} & {first} {last}',
  '{first} {last} / {first} {last}',
  '{first} {last} ({first})',
  '{first}.{last}+news{number}@example.com',
  '{last} & Sons, Ltd.',
  '{first} {last} - {last}',
];

const addressTemplates: readonly string[] = [
  '{number} {street}, {city}',
  '{number}-{number} {street}, {unit}, {city}',
  '{unit}, {number} {street}; {city}',
  '{street} {number}\n{city}',
  '{title} {first} {last}\n{number} {street}\n{unit}\n{city}',
  '{street} {number}/{number}/{number}, {city} (ring twice)',
  "{number} {street}, {city} - it's the {number}th house on the left",
];

export const names = (random: Random): readonly string[] =>
  texts(nameTemplates, lists, random, 500);

export const addresses = (random: Random): readonly string[] =>
  texts(addressTemplates, lists, random, 500);
