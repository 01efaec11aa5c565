/** 500 texts of support tickets: error messages, versions, paths and steps among everyday sentences. */
import type { Random } from '#compiler/seeded-random.ts';
import { type Lists, texts } from './expand.ts';

const list = (text: string): readonly string[] => text.trim().split(/\s*\|\s*/);

const lists: Lists = {
  product: list(
    'the app | your web shop | the export | the mobile site | the invoice page | the search | the upload form | single sign-on | the dashboard | the newsletter editor | the API client | the desktop client | our printer | the VPN | the calendar | the backup job',
  ),
  action: list(
    'click "Save & close" | select a file from the list | update my profile | drop an image onto the page | press Ctrl+C, then Ctrl+V | sort the table by date | delete the last row | log in as admin | export to .csv | open the menu (three dots) | enter O\'Reilly as the name | choose Edit > Preferences | join a meeting | cancel the order | print page {number} | set the limit to {number} | search for "chairs and/or tables" | insert a table into the text | run the update | scan the code',
  ),
  symptom: list(
    'nothing happens | it says "Error {number}: invalid value \'{number}\'" | I get a blank page | it logs me out | the list is empty | it takes {number} seconds or more | I see "undefined" instead of my name | the total is wrong (100 != {number}) | the button is greyed out | "Something went wrong; please try again" appears | it shows NaN% | a 404 (or a 500) comes up | the window freezes | it prints "null" | I see <no name> in the list | the text "Tom & Jerry" becomes "Tom &amp; Jerry" | the file photo(1).jpg is rejected | it says: Could not connect to host; retrying in 5s... | I get "Access denied (code {number})" | the date shows as 01/02/{number}',
  ),
  detail: list(
    'Windows 11, Chrome 131 | macOS 14.{number}, Safari | Android 15; app version 3.{number}.1 | build #{big} | order no. {big}-{number} | iPhone 15 Pro (iOS 18) | Ubuntu 24.04 LTS & Firefox | serial: AB{big}-X/{number} | screen 1920x1080 | ticket {big} is related | connected by cable | customer since 20{number}',
  ),
  extra: list(
    "It worked yesterday. | I've tried turning it off and on again. | Same on my colleague's PC. | See the screenshot (image.png). | Please don't close this ticket. | Isn't there a setting for that? | I already cleared cache & cookies. | No idea what's wrong; maybe the update? | Our IT says it's \"by design\". | Happens 9 times out of 10! | If not, then I'd like a refund. | Can you call me between 2 and 4? | Where can I select the language? | Steps: 1) log in; 2) open the page; 3) wait. | My password doesn't have any of these: ' \" ; -- | Any update on this? | The path is C:\\Users\\me\\Documents\\report.docx | I use https://www.example.com/shop?id={number}&lang=en",
  ),
};

const templates: readonly string[] = [
  'When I {action}, {symptom}.',
  'When I {action}, {symptom}. {extra}',
  'Hello,\n\nsince the last update {symptom} in {product}. {extra}\n\nRegards,\nPat',
  'Problem with {product}: {symptom}. ({detail})',
  '{product} - {symptom} - {detail}',
  'Hi! I tried to {action} and then to {action}, but {symptom}. {extra} {detail}.',
  'Expected: {product} opens. Actual: {symptom}. {detail}',
  'Subject: {product}; {detail}\nAs soon as I {action}, {symptom}.',
  '{extra} {detail}.',
  'How do I {action} in {product}? {extra}',
  'Re: Re: [{big}] {product}\n> {symptom}\n{extra}',
  '* {action}\n* {action}\n* {symptom}',
  'Is it possible to {action} or to {action}? {extra}',
  '{product} was slow, so I decided to {action}; {symptom}. {extra}',
];

export const tickets = (random: Random): readonly string[] => texts(templates, lists, random, 500);
