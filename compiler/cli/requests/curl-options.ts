/** Parses the options of curl that affect the request, with their values (curl 8, "curl --help all"). */

export type CurlOption = { readonly name: string; readonly value: string };

/** Options with a value -> our name for the option; "" means that the option and its value are ignored. */
const WITH_VALUE: ReadonlyMap<string, string> = new Map([
  ['-X', 'method'],
  ['--request', 'method'],
  ['-H', 'header'],
  ['--header', 'header'],
  ['-d', 'data'],
  ['--data', 'data'],
  ['--data-ascii', 'data'],
  ['--data-binary', 'binary'],
  ['--data-raw', 'raw'],
  ['--data-urlencode', 'encoded'],
  ['--json', 'json'],
  ['-F', 'form'],
  ['--form', 'form'],
  ['--form-string', 'field'],
  ['-T', 'upload'],
  ['--upload-file', 'upload'],
  ['-A', 'agent'],
  ['--user-agent', 'agent'],
  ['-e', 'referer'],
  ['--referer', 'referer'],
  ['-b', 'cookie'],
  ['--cookie', 'cookie'],
  ['-u', 'user'],
  ['--user', 'user'],
  ['--oauth2-bearer', 'bearer'],
  ['-r', 'range'],
  ['--range', 'range'],
  ['--url', 'url'],
  ['--url-query', 'query'],
  ...[
    ...['-o', '-m', '-x', '-U', '-E', '-w', '-D', '-c', '-K', '-Y', '-y', '-z', '-C', '-t', '-P'],
    ...['-Q', '--output', '--max-time', '--connect-timeout', '--proxy', '--proxy-user', '--cert'],
    ...['--key', '--cacert', '--capath', '--ciphers', '--retry', '--retry-delay', '--write-out'],
    ...[
      '--retry-max-time',
      '--dump-header',
      '--cookie-jar',
      '--config',
      '--resolve',
      '--max-redirs',
    ],
    ...['--connect-to', '--interface', '--limit-rate', '--noproxy', '--unix-socket', '--proto'],
    ...['--socks5', '--socks5-hostname', '--stderr', '--trace', '--trace-ascii', '--tls-max'],
    ...['--continue-at', '--max-filesize', '--output-dir', '--http-version', '--ssl-version'],
  ].map((name) => [name, ''] as const),
]);

/** Options without a value; all others are ignored. */
const FLAGS: ReadonlyMap<string, string> = new Map([
  ['-G', 'get'],
  ['--get', 'get'],
  ['-I', 'head'],
  ['--head', 'head'],
  ['--compressed', 'compressed'],
]);

/** Returns the options in the order of the command line. A word that is not an option is a URL. */
export function curlOptions(words: readonly string[]): readonly CurlOption[] {
  const options: CurlOption[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const isOption = word.startsWith('-') && word !== '-';
    const read = word.startsWith('--') ? readLong : readShort;
    const { found, usesNext } = isOption
      ? read(word, words[at + 1] ?? '')
      : { found: [{ name: 'url', value: word }], usesNext: false };
    options.push(...found.filter(({ name }) => name !== ''));
    if (usesNext) at += 1;
  }
  return options;
}

type Read = { readonly found: readonly CurlOption[]; readonly usesNext: boolean };

/** Reads `--data x`, and also `--data=x`, which curl refuses but users write. */
function readLong(word: string, next: string): Read {
  const name = WITH_VALUE.get(word);
  if (name !== undefined) return { found: [{ name, value: next }], usesNext: true };
  const equals = word.indexOf('=');
  const joined = WITH_VALUE.get(word.slice(0, equals));
  if (equals !== -1 && joined !== undefined) {
    return { found: [{ name: joined, value: word.slice(equals + 1) }], usesNext: false };
  }
  return { found: [{ name: FLAGS.get(word) ?? '', value: '' }], usesNext: false };
}

/** Reads `-sSLXPOST` or `-X POST`. The first letter with a value takes the rest of the word, or the next word. */
function readShort(word: string, next: string): Read {
  const found: CurlOption[] = [];
  for (let at = 1; at < word.length; at += 1) {
    const option = `-${word.charAt(at)}`;
    const name = WITH_VALUE.get(option);
    if (name === undefined) {
      found.push({ name: FLAGS.get(option) ?? '', value: '' });
      continue;
    }
    const rest = word.slice(at + 1);
    found.push({ name, value: rest === '' ? next : rest });
    return { found, usesNext: rest === '' };
  }
  return { found, usesNext: false };
}
