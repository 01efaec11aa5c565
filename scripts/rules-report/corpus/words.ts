/** Words that the prose templates draw from. */
import type { Lists } from './expand.ts';

const list = (text: string): readonly string[] => text.trim().split(/\s*\|\s*/);

export const words: Lists = {
  person: list(
    'my sister | the new manager | our neighbour | Dr. Okafor | the librarian | a friend of mine | the team | Maria | the whole family | the driver | an old teacher | his cousin | the committee | Mr. O’Neill | the woman at the desk | the union | Siobhan | the head chef | our landlord | the night nurse | a few students | the plumber | Tom and Jerry | the mayor | nobody',
  ),
  owner: list(
    "my sister's | the manager's | our neighbour's | Maria's | the students' | O'Brien's | James's | the dog's | the children's | last year's | today's | the boss's | St. John's | D'Angelo's",
  ),
  thing: list(
    "garden | kitchen table | report | bus ticket | old camera | letter | window | piano | budget | recipe | spare key | blue jacket | meeting notes | dinner | bicycle | class photo | second-hand car | cat | river bank | project plan | coffee machine | guest list | tax return | front door | ladder | summer house | orchestra | shop window | drop-down list | file cabinet | printer's manual | time table | union contract | script for the play | host's speech | seat on the left | like button | order form | data sheet | user guide | null hypothesis | case study | index card | view from the top",
  ),
  things: list(
    'apples | tickets | chairs | tables | letters | photos | towels | oranges | rows of seats | columns of figures | keys | songs | stories | invoices | sandwiches | users | values | groups | orders | views | scripts | documents | images | events | records | sources | options',
  ),
  place: list(
    "the station | the town hall | school | the market | the harbour | O'Hare airport | the office | home | the library | the second floor | Saint-Étienne | São Paulo | the corner shop | the lake | a small café | Room 101 | the union building | Table Mountain | Washington, D.C. | King's Cross",
  ),
  time: list(
    "yesterday | last week | on Monday | at 7:30 | in 2019 | before lunch | after the meeting | tonight | next spring | at the end of the month | between 2 and 4 p.m. | in the '90s | by noon | every other day | since March | from 9 to 5 | within the hour",
  ),
  verb: list(
    'found | lost | bought | sold | dropped | selected | updated | deleted | inserted | created | altered | painted | forgot | repaired | returned | described | ordered | joined | grouped | explained | cancelled | moved | copied | printed | sorted | executed | declared | granted | merged | replaced | truncated | showed | watched | opened | closed | cut | fetched | killed the mood with | ran into | set up | broke',
  ),
  doing: list(
    'waiting for the bus | selecting a colour | dropping the kids off | updating the list | looking for a table | cooking from scratch | reading between the lines | sorting the mail | fixing the printer | watching the script supervisor | painting the fence | ordering from the menu | joining a union | deleting old photos | running late | sleeping in | pinging the office | cutting the cake | touching up the paint | finding a host | making a list',
  ),
  adjective: list(
    'small | rather expensive | well-known | red-and-white | quiet | unusual | half-finished | long overdue | so-called “temporary” | delicious | free | late | broken | twenty-year-old | true | false | null and void | distinct | nice | like-new | hidden | top | first-class',
  ),
  adverb: list(
    'slowly | never | almost always | in the end | as usual | more or less | once or twice | of course | sooner or later | now and then | for better or worse | then again | if at all | by and large',
  ),
  opinion: list(
    "it's not as easy as it looks | I don't think so | that's life | you can't have it both ways | we'll see | there's no harm in asking | it isn't over yet | what's done is done | you're either in or out | less is more | one and one make two | it doesn't add up | practice makes perfect | that's neither here nor there",
  ),
  question: list(
    "where is {owner} {thing} | who {verb} the {thing} | isn't that {owner} {thing} | did you like the {thing} or not | what if {person} {verb} it {time} | how many {things} are left | why don't we select another {thing} | which of the two is in order | can I get {number} {things} from {place} | do you have a {thing} like that | is it true or false",
  ),
  clause: list(
    "{person} {verb} the {thing} {time} | {owner} {thing} was {adjective} | {person} went to {place} {time} | we saw {number} {things} at {place} | {person} was {doing} | there were more {things} than {things} | I {adverb} {verb} the {thing} | it cost $ {number}.50 plus 10% | the {thing} and the {thing} are {adjective} | {person} couldn't find the {thing} | either {person} or {person} will know | some {things} are better than others | you have to select one from the list | they dropped the {thing} on the table | the {thing} will be updated and set up again {time} | everyone likes {owner} {thing}",
  ),
};
