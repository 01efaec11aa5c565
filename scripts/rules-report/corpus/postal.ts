/** Postal addresses of 24 locales, on one line and on several, as forms and labels have them. */
import type { Random } from '#compiler/seeded-random.ts';
import { type Lists, texts } from './expand.ts';

const list = (text: string): readonly string[] => text.trim().split(/\s*\|\s*/);

/**
 * Streets and towns by locale. `{nn}` is a house number; towns have the postal code and region as written in their
 * country.
 */
const streets: Lists = {
  en_GB: list("{nn} St. James's Street | Flat {nn}, Cat & Fiddle Court | The Old Mill, Head Lane"),
  en_US: list('{nn} N. Main St | {nn} W 4th Ave, Apt. #{nn} | PO Box {big} | {nn} Make Peace Rd.'),
  en_CA: list('{nn} Rue Sherbrooke O. | {nn}-{big} Kingsway | RR {nn}'),
  en_AU: list('Unit {nn}/{nn} Kent St | {nn} Date Palm Dr | Lot {nn} Sort Road'),
  de: list(
    'Straße des 17. Juni {nn} | Am Dom {nn}a | Hof {nn} (Hinterhaus) | c/o Du Mont, Tor {nn}',
  ),
  de_AT: list('Hauptstraße {nn}/{nn}/{nn} | Stiege {nn}; Tür {nn} | Id-Gasse {nn}'),
  de_CH: list("Rue de l'Hôpital {nn} | Dorfstrasse {nn} | Via al Lido {nn}"),
  fr: list("{nn}, rue de l'Église | {nn} bis, place du Du Guesclin | Bât. {nn} & Esc. {nn}"),
  it: list(
    'Via Roma, {nn} | Piazza Grande {nn}/b | Viale Italia {nn} (int. {nn}) | C.so Francia, {nn}',
  ),
  es: list('C/ Mayor, {nn}, {nn}º A | Avda. de la Paz {nn} (esc. {nn}) | Pl. d’Espanya, {nn}'),
  pt: list('Rua do Ouro, n.º {nn}, {nn}.º dto. | Av. da Liberdade {nn}'),
  pt_BR: list('Rua Direita, {nn} - Apto {nn} | Av. Paulista, {big} | Rod. BR-{nn}, km {nn}'),
  nl: list("{nn}, 's-Gravenweg | Keizersgracht {nn} hs | Postbus {big}"),
  da: list('Nørregade {nn}, {nn}. tv. | Åboulevarden {nn} st. th.'),
  sv: list('Drottninggatan {nn}, lgh {big} | Box {nn} | Vi-vägen {nn}'),
  fi: list('Mannerheimintie {nn} A {nn} | Sorttaajankatu {nn}'),
  pl: list('ul. Św. Jana {nn}/{nn} | al. Niepodległości {nn} m. {nn}'),
  cs: list('Nivnická {nn}/{nn} | č. p. {nn}'),
  hu: list('Kossuth u. {nn}. {nn}. em. {nn}. | Az út {nn}.'),
  tr: list('Atatürk Cad. No: {nn}; D: {nn} | Oğuzhan Sk. {nn}/{nn}'),
  ru: list('ул. Томская, д. {nn}, кв. {nn} | Красная наб., {nn}'),
  el: list('Λεωφ. Αλεξάνδρας {nn} | Οδός Ερμού {nn}'),
  ja: list('本町{nn}丁目{nn}-{nn} | 中央{nn}－{nn}（{nn}階）'),
  uz: list("Yangi Yo'l ko'chasi, {nn}-uy | Bo`ston daxasi {nn}"),
};

const towns: Lists = {
  en_GB: list('London SW1A 1AA | Bath BA1 2AB | Leeds; West Yorkshire'),
  en_US: list(
    'Coeur d’Alene, ID 83814 | Reno (NV) | Tulsa, OK | Portland (OR) | Santa Fe (NM) | Dc Heights (DC)',
  ),
  en_CA: list("St. John's, NL A1A 1A1 | Vancouver (BC) | Calgary (AB)"),
  en_AU: list('Alice Springs (NT) 0870 | Perth (WA) | Darwin NT'),
  de: list('10115 Berlin (BE) | Schwerin (MV) | 50667 Köln (NW) | Essen; Ruhr'),
  de_AT: list('1010 Wien (W) | Bregenz (V) | 8010 Graz (St)'),
  de_CH: list('CH-1201 Genève (GE) | Altdorf (UR) | 6003 Luzern (LU) | Sarnen (OW)'),
  fr: list("75001 Paris | 20000 Ajaccio (2A) | L'Haÿ-les-Roses (94) | 69001 Lyon CEDEX {nn}"),
  it: list(
    '00184 Roma (RM) | 07100 Sassari (SS) | 52100 Arezzo (AR) | Ascoli Piceno (AP) | 24121 Bergamo (BG) | Lecce (LE) | Pisa (PI) | Ferrara (FE) | Parma (PR) | Pescara (PE) | Nuoro (NU) | Lecco (LC) | Vibo Valentia (VV) | Viterbo (VT) | Vicenza (VI) | Sondrio (SO) | Siena (SI) | Savona (SV) | Brescia (BS) | Cuneo (CN) | Como (CO) | Trieste (TS) | Treviso (TV) | Trapani (TP)',
  ),
  es: list('28001 Madrid (M) | 41001 Sevilla (SE) | Vitoria-Gasteiz (VI) | San José, Almería (AL)'),
  pt: list('1100-060 Lisboa | Évora (EV) | Porto; Portugal'),
  pt_BR: list('São Paulo - SP | Belém (PA) | Maceió (AL) | Natal/RN | Palmas (TO) | Aracaju (SE)'),
  nl: list("'s-Hertogenbosch | 1015 CW Amsterdam (NH) | 6211 Maastricht (LI)\nNL"),
  da: list('8000 Aarhus C | 1300 København K (DK)'),
  sv: list('111 51 Stockholm | 981 31 Kiruna (BD)'),
  fi: list('00100 Helsinki | 90100 Oulu\nFI'),
  pl: list('00-001 Warszawa (MZ) | 31-027 Kraków; woj. małopolskie'),
  cs: list('109 39 Blovice | 602 00 Brno (CZ)'),
  hu: list('1055 Budapest | 6720 Szeged (CS)'),
  tr: list('34430 Beyoğlu/İstanbul | Muğla (TR)'),
  ru: list('712170 Белый Яр (Томск.) | 630007 Новосибирск (НСО)'),
  el: list('114 74 Αθήνα (ΑΤ) | Βέροια (GR)'),
  ja: list('〒150-0001 東京都渋谷区 | 横浜市（神奈川県）'),
  uz: list("123070 Kattaqo`rg`on | O'zbekiston; Toshkent"),
};

export const postalLocales = Object.keys(streets);

const templates: readonly string[] = [
  '{street}, {town}',
  '{street}\n{town}',
  '{person}\n{street}\n{town}',
  '{person}; {street}; {town}',
  '{person} & {person} | {street} | {town}',
  '{town}: {street} ({person})',
  'c/o {person}, {street}, {town}',
];

const people = list(
  "Ann O'Neill | Su Li | Ed & Vi Head | Bo Cut | Ines N'Diaye | Асен Томов | Γ. Νικολάου | 佐藤 | Jean-Luc Du Pont | M. Au Touch",
);

/** Returns 20 addresses of each locale. */
export function postal(random: Random): readonly string[] {
  return postalLocales.flatMap((locale) => {
    const lists: Lists = {
      street: streets[locale] ?? [],
      town: towns[locale] ?? [],
      person: people,
      nn: ['{number}'],
    };
    return texts(templates, lists, random, 20);
  });
}
