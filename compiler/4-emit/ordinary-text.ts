/** Text as most requests have it, from which the compiler estimates how often three bytes occur. */

/** Text that browsers send with every request (RFC 9110, Fetch, Client Hints). */
const BROWSERS =
  'mozilla/5.0 (windows nt 10.0; win64; x64; macintosh; intel mac os x 10_15_7; linux; android; iphone; mobile) ' +
  'applewebkit/537.36 (khtml, like gecko) chrome/100.0.0.0 safari/600.1.15 firefox/100.0 version edg google chromium ' +
  'not_a brand text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8 ' +
  'application/json application/x-www-form-urlencoded; charset=utf-8 gzip, deflate, br, zstd en-us,en;q=0.5 ' +
  'keep-alive same-origin same-site cross-site navigate document cors no-cors max-age=0 no-cache websocket ' +
  'http://www. https://www. .com/ .html index image style script empty session cookie';

/** Words of paths, of names of arguments and members, and of prose. */
const WORDS = [
  'about access account accounts action active activity actual add added additional address admin after age agent all ',
  'allow also always amount analytics and another any api app application archive are area article articles asset assets ',
  'attribute attributes auth author available avatar back balance banner base basket because been before being best ',
  'better between billing birth birthday blog body bool book brand browser build business but button buy cache calendar ',
  'call campaign can cancel card cart cases catalog category categories cell center change channel chart chat check ',
  'checkout child children city class client click code collection color colour column comment comments common company ',
  'complete component config confirm confirmed connection consent contact content context cookies copy cost could count ',
  'country course created creator credit csrf currency current customer customers daily dark data database date day days ',
  'debug default delete delivered delivery department description design detail details device digital direct discount ',
  'display district doc docs document does domain done download draft duration edit education element email empty ',
  'enabled end english entry error event events every example expires export external family favorite feature features ',
  'feed field fields file files filter find first flag follow font food footer for form format found free french from ',
  'full function game general german get gift given global good google great green group groups hash have header health ',
  'height hello help her hidden high his history home hotel hour house how icon image images import inbox include info ',
  'information input instance integer internal into invoice into item items its january jobs join just key keyword kind ',
  'know label lang language large last later latest latitude layout lead left length less level library like limit line ',
  'link links list live load local locale location log login logo logout long longitude look made mail main make manager ',
  'many map market master match material max may media member members menu message messages meta method metric might min ',
  'minute missing mobile mode model modified module month more most much must name national nav need never new news ',
  'newsletter next night none normal not note notes notification now null number object off offer office offset old ',
  'online only open option optional options order orders organization origin original other our out over overview owner ',
  'page pages paid parent part partner party password path payload payment people percent performance permission person ',
  'phone photo picture place plan platform play player please plugin point points policy popular position post postal ',
  'power preferences preview previous price primary print private process product products profile program project ',
  'property provider province public publish published purchase put quality quantity query question range rate rating ',
  'read ready real reason recent record red redirect reference referrer refresh region register related release remember ',
  'report request required reset resource response result results return review reviews right role room route row rule ',
  'sale same save schedule schema school score search second secret section secure security see select send sent series ',
  'server service services session set settings share ship shipping shop short should show side sign signature simple ',
  'since site size sku slug small social some sort source special standard start started state static station status ',
  'step still stock stop storage store street string student style subject submit subscribe subscription subtotal such ',
  'summary support system table tag tags take target task tax team template term terms test text than that the their ',
  'them theme then there these they thing this thread through thumbnail ticket time timestamp timezone title today token ',
  'tool topic total track tracking trade transaction travel tree true type under unit united until update updated upload ',
  'url usage use used user username users valid value values variant vendor version very video view views visibility ',
  'visit visitor volume want warehouse was water way web website week weight well were west what when where which while ',
  'white who width will window with within without word work world would write year yes you young your zip zone',
].join('');

/** The three bytes at each position of the text of browsers. */
export const gramsOfBrowsers: ReadonlySet<string> = new Set(countGrams(BROWSERS).keys());

const gramsOfWords = countGrams(WORDS);
/** The names of nested arguments and members are words that dots join. */
const gramsOfNames = countGrams(WORDS.replaceAll(' ', '.'));

/** Returns how often the three bytes occur in ordinary words; a time between words that a dot joins counts half. */
export function timesInWords(gram: string): number {
  return gramsOfWords.get(gram) ?? (gramsOfNames.get(gram) ?? 0) / 2;
}

function countGrams(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at + 3 <= text.length; at += 1) {
    const gram = text.slice(at, at + 3);
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}
