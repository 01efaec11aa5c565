/** Parses the options of curl that affect the request, with their values (curl 8, "curl --help all"). */
import { CurlError } from './curl-error.ts';

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
  ...`
    -c -C -D -E -h -K -m -o -P -Q -t -U -w -x -y -Y -z --abstract-unix-socket --alt-svc --aws-sigv4 --cacert --capath --cert
    --cert-type --ciphers --config --connect-timeout --connect-to --continue-at --cookie-jar --create-file-mode --crlfile --curves
    --delegation --dns-interface --dns-ipv4-addr --dns-ipv6-addr --dns-servers --doh-url --dump-header --ech --egd-file --engine
    --etag-compare --etag-save --expect100-timeout --ftp-account --ftp-alternative-to-user --ftp-method --ftp-port
    --ftp-ssl-ccc-mode --happy-eyeballs-timeout-ms --haproxy-clientip --help --hostpubmd5 --hostpubsha256 --hsts --interface
    --ip-tos --ipfs-gateway --keepalive-cnt --keepalive-time --key --key-type --krb --libcurl --limit-rate --local-port
    --login-options --mail-auth --mail-from --mail-rcpt --max-filesize --max-redirs --max-time --netrc-file --noproxy --output
    --output-dir --parallel-max --parallel-max-host --pass --pinnedpubkey --preproxy --proto --proto-default --proto-redir --proxy
    --proxy-cacert --proxy-capath --proxy-cert --proxy-cert-type --proxy-ciphers --proxy-crlfile --proxy-header --proxy-key
    --proxy-key-type --proxy-pass --proxy-pinnedpubkey --proxy-service-name --proxy-tls13-ciphers --proxy-tlsauthtype
    --proxy-tlspassword --proxy-tlsuser --proxy-user --proxy1.0 --pubkey --quote --random-file --rate --request-target --resolve
    --retry --retry-delay --retry-max-time --sasl-authzid --service-name --sigalgs --socks4 --socks4a --socks5
    --socks5-gssapi-service --socks5-hostname --speed-limit --speed-time --stderr --telnet-option --tftp-blksize --time-cond
    --tls-max --tls13-ciphers --tlsauthtype --tlspassword --tlsuser --trace --trace-ascii --trace-config --unix-socket --upload-flags
    --variable --vlan-priority --write-out
  `
    .trim()
    .split(/\s+/)
    .map((name) => [name, ''] as const),
]);

/** Options without a value -> our name for the option; "" means that the option is ignored. */
const FLAGS: ReadonlyMap<string, string> = new Map([
  ['-G', 'get'],
  ['--get', 'get'],
  ['-I', 'head'],
  ['--head', 'head'],
  ['--compressed', 'compressed'],
  ['--path-as-is', 'asIs'],
  ...`
    -# -: -0 -1 -2 -3 -4 -6 -a -B -f -g -i -j -J -k -l -L -M -n -N -O -p -q -R -s -S -v -V -Z --anyauth --append --basic --ca-native
    --cert-status --compressed-ssh --create-dirs --crlf --digest --disable --disable-eprt --disable-epsv --disallow-username-in-url
    --doh-cert-status --doh-insecure --dump-ca-embed --fail --fail-early --fail-with-body --false-start --follow --form-escape
    --ftp-create-dirs --ftp-pasv --ftp-pret --ftp-skip-pasv-ip --ftp-ssl-ccc --ftp-ssl-control --globoff --haproxy-protocol
    --http0.9 --http1.0 --http1.1 --http2 --http2-prior-knowledge --http3 --http3-only --ignore-content-length --include --insecure
    --ipv4 --ipv6 --junk-session-cookies --list-only --location --location-trusted --mail-rcpt-allowfails --manual --metalink --mptcp
    --negotiate --netrc --netrc-optional --next --no-alpn --no-buffer --no-clobber --no-keepalive --no-npn --no-progress-meter
    --no-sessionid --ntlm --ntlm-wb --out-null --parallel --parallel-immediate --post301 --post302 --post303
    --progress-bar --proxy-anyauth --proxy-basic --proxy-ca-native --proxy-digest --proxy-http2 --proxy-insecure --proxy-negotiate
    --proxy-ntlm --proxy-ssl-allow-beast --proxy-ssl-auto-client-cert --proxy-tlsv1 --proxytunnel --raw --remote-header-name
    --remote-name --remote-name-all --remote-time --remove-on-error --retry-all-errors --retry-connrefused --sasl-ir --show-error
    --show-headers --silent --skip-existing --socks5-basic --socks5-gssapi --socks5-gssapi-nec --ssl --ssl-allow-beast
    --ssl-auto-client-cert --ssl-no-revoke --ssl-reqd --ssl-revoke-best-effort --sslv2 --sslv3 --styled-output
    --suppress-connect-headers --tcp-fastopen --tcp-nodelay --tftp-no-options --tls-earlydata --tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2
    --tlsv1.3 --tr-encoding --trace-ids --trace-time --use-ascii --verbose --version --xattr
  `
    .trim()
    .split(/\s+/)
    .map((name) => [name, ''] as const),
]);

/** Returns the options in the order of the command line. A word that is not an option is a URL. Throws CurlError. */
export function curlOptions(words: readonly string[]): readonly CurlOption[] {
  const options: CurlOption[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const isOption = word.startsWith('-') && word !== '-';
    const read = word.startsWith('--') ? readLong : readShort;
    const { found, usesNext } = isOption
      ? read(word, words[at + 1])
      : { found: [{ name: 'url', value: word }], usesNext: false };
    options.push(...found.filter(({ name }) => name !== ''));
    if (usesNext) at += 1;
  }
  return options;
}

type Read = { readonly found: readonly CurlOption[]; readonly usesNext: boolean };

/** Reads `--data x`, and also `--data=x`, which curl refuses but users write. */
function readLong(word: string, next: string | undefined): Read {
  const name = WITH_VALUE.get(word);
  if (name !== undefined) return { found: [valued(word, name, next)], usesNext: true };
  const equals = word.indexOf('=');
  const joined = WITH_VALUE.get(word.slice(0, equals));
  if (equals !== -1 && joined !== undefined) {
    return { found: [{ name: joined, value: word.slice(equals + 1) }], usesNext: false };
  }
  return { found: [{ name: flagOf(word), value: '' }], usesNext: false };
}

/** Reads `-sSLXPOST` or `-X POST`. The first letter with a value takes the rest of the word, or the next word. */
function readShort(word: string, next: string | undefined): Read {
  const found: CurlOption[] = [];
  for (let at = 1; at < word.length; at += 1) {
    const option = `-${word.charAt(at)}`;
    const name = WITH_VALUE.get(option);
    if (name === undefined) {
      found.push({ name: flagOf(option), value: '' });
      continue;
    }
    const rest = word.slice(at + 1);
    found.push(valued(option, name, rest === '' ? next : rest));
    return { found, usesNext: rest === '' };
  }
  return { found, usesNext: false };
}

function valued(option: string, name: string, value: string | undefined): CurlOption {
  if (value === undefined) throw new CurlError(`The curl option ${option} needs a value.`);
  return { name, value };
}

/** Returns our name for a flag. `--no-silent` switches `--silent` off. */
function flagOf(option: string): string {
  const name = FLAGS.get(option);
  if (name !== undefined) return name;
  if (FLAGS.has(option.replace(/^--no-/, '--'))) return '';
  throw new CurlError(`curl has no option ${option}.`);
}
