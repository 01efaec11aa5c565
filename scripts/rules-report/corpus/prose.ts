/** 5,000 sentences of everyday English, with quotes, signs and keyword-like words as such texts have them. */
import type { Random } from '#compiler/seeded-random.ts';
import { texts } from './expand.ts';
import { words } from './words.ts';

const templates: readonly string[] = [
  '{clause}.',
  '{clause}.',
  '{clause}, and {clause}.',
  '{clause}, but {opinion}.',
  '{clause}; {clause}.',
  '{clause} - or so {person} said.',
  '{clause} -- at least {adverb}.',
  '{clause} because {clause}.',
  'When {clause}, {clause}.',
  'If {clause}, then {clause}.',
  'After {doing}, {person} {verb} the {thing}.',
  'While {doing}, I {verb} {owner} {thing}.',
  '"{clause}," said {person}.',
  '“{clause},” {person} wrote, “and {opinion}.”',
  "'{opinion},' {person} said {time}.",
  '{question}?',
  '{question}? {opinion}!',
  '{clause} ({adverb}).',
  '{clause} ({number} of {big} {things}).',
  'Note: {clause}.',
  'P.S. {clause}!',
  'Re: {owner} {thing} & {person}',
  '{person} and/or {person} {verb} the {thing}.',
  'Drop me a line {time}; {opinion}.',
  'Join us at {place} {time} for a {adjective} {thing}!',
  "Rock'n'roll, {things} & {things}: {place}, {time}.",
  '{number} + {number} {things} make a {adjective} {thing}.',
  'We need: {things}, {things}; {things} (optional); and a {thing}.',
  '1. {clause}. 2. {clause}. 3. {opinion}.',
  '{person} paid 50% more than {person} for the same {thing} (!).',
  "It's {number}:30 & {person} is still {doing}...",
  '{person} gave it {number}/100 :-) and {person} gave it {number}/100 ;-(',
  'As of {time}, 1 in {number} {things} is {adjective}.',
  'Between {number} and {number} {things} were {adjective} or {adjective}.',
  'Let {person} know if/when {clause}.',
  'To whom it may concern: {clause}.',
  '{clause}\n{clause}.',
  'Hi all,\n\n{clause}. {question}?\n\nThanks,\n{person}',
  '{clause} [1], {clause} [2].',
];

/** Sentences whose words and signs are in the order of a query or a command line. */
const keywordLike: readonly string[] = [
  'Select {number} {things} from the {thing} and return them {time}.',
  'Please update the {thing}, set the {thing} aside and delete the {things}.',
  'Insert the {thing} into the {thing}, then close the lid.',
  'The union of {things} and {things} selected a {adjective} {thing}.',
  'There is a limit of {number}, {number} at most; exec summary on page {number}.',
  'In case {clause} when {clause}, then {opinion}, else {clause}.',
  'Whoever {verb} the {thing} as {owner} {thing} was {adverb} right.',
  '{thing} #{number}: {adjective}, {adjective} = $ {number}',
  '{clause} * {adverb} * {opinion}.',
  'Having {verb} the {thing}, {person} went to {place}.',
  'Like {owner} {thing}, this one is {adjective} or {adjective}.',
  'A > B does not mean that {opinion}.',
  'Well... {opinion}; {question}?',
  'The {thing}, whose {thing} is {adjective}, comes from {place}; where {person} lives is unknown.',
  'Order by phone, by mail or at {place}.',
];

/** Returns the sentences; one in twenty is keyword-like. */
export const prose = (random: Random): readonly string[] => [
  ...texts(templates, words, random, 4750),
  ...texts(keywordLike, words, random, 250),
];
