/**
 * Generates an audit log of two weeks: visitors whose texts look like attacks, scanners, and one night with an
 * attack.
 */
import { createRandomIndex, type RandomIndex } from '#compiler/cli/commands/report/count/sample.ts';

const RULES = [
  ['942100', 'SQL Injection Attack Detected via libinjection', 'attack-sqli'],
  ['941100', 'XSS Attack Detected via libinjection', 'attack-xss'],
  ['930120', 'OS File Access Attempt', 'attack-lfi'],
  ['932160', 'Remote Command Execution: Unix Shell Code Found', 'attack-rce'],
  ['913100', 'Found User-Agent associated with security scanner', 'attack-reputation-scanner'],
  ['920350', 'Host header is a numeric IP address', 'attack-protocol'],
] as const;
const HOSTS = ['shop.example', 'api.example', 'www.example', 'intranet.example'];
const PATHS = ['/login', '/search', '/index.php', '/wp-login.php', '/api/v1/items', '/.env'];
const HOUR = 3_600_000;
const FIRST = Date.parse('2026-11-08T00:00:00Z');
const HOURS = 14 * 24;

/** Generates lines with their line ends: about `perHour` per hour, more by day. */
export function* madeUpLog(perHour: number): Generator<string> {
  const pick = createRandomIndex(7);
  for (let hour = 0; hour < HOURS; hour += 1) {
    const daily = 1 - 0.7 * Math.cos(((hour % 24) / 24) * 2 * Math.PI);
    const isBadNight = hour >= 242 && hour < 248;
    const count = Math.round(perHour * daily * (isBadNight ? 6 : 1));
    for (let index = 0; index < count; index += 1) {
      const time = FIRST + hour * HOUR + Math.floor((index / count) * HOUR);
      const isVisitor = !isBadNight && pick(10) < 4;
      yield `${JSON.stringify(isVisitor ? visitor(time, pick) : scanner(time, isBadNight, pick))}\n`;
    }
  }
}

/** Generates an editor of an article: one rule matches in one field, and nothing is blocked. */
function visitor(time: number, pick: RandomIndex): object {
  const client = `198.51.100.${pick(200)}`;
  const uri = `/articles/${pick(90)}/edit?text=it%27s+${pick(99)}+or+%27more%27`;
  const data = `Matched Data: s&1c found within ARGS:text: it's ${pick(99)} or 'more'`;
  return record({ time, client, host: HOSTS[0] ?? '', uri, isBlocked: false }, [message(0, data)]);
}

function scanner(time: number, isBadNight: boolean, pick: RandomIndex): object {
  const client = isBadNight ? '203.0.113.66' : `203.0.113.${pick(40)}`;
  const path = isBadNight ? '/login' : (PATHS[pick(PATHS.length)] ?? '');
  const field = ['ARGS:q', 'ARGS:id', 'REQUEST_COOKIES:sid'][pick(3)];
  const data = `Matched Data: s&1c found within ${field}: ${pick(99)}' or '1'='1`;
  const rules = isBadNight ? [0] : Array.from({ length: 1 + pick(2) }, () => pick(RULES.length));
  const isBlocked = pick(4) > 0;
  const uri = `${path}?id=${pick(99)}%27+or+%271%27%3d%271&password=hunter${pick(9)}`;
  const host = HOSTS[Math.min(pick(4), pick(4))] ?? '';
  return record(
    { time, client, host, uri, isBlocked },
    rules.map((rule) => message(rule, data)),
  );
}

function message(rule: number, data: string): object {
  const [id, text, tag] = RULES[rule] ?? RULES[0];
  const tags = ['application-multi', tag, 'paranoia-level/1', 'OWASP_CRS'];
  return { rule_id: id, message: text, data, severity: 2, tags, phase: 2, disruptive: false };
}

type Fields = {
  readonly time: number;
  readonly client: string;
  readonly host: string;
  readonly uri: string;
  readonly isBlocked: boolean;
};

function record(
  { time, client, host, uri, isBlocked }: Fields,
  messages: readonly object[],
): object {
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';
  const score = { rule_id: '949110', message: 'Inbound Anomaly Score Exceeded', disruptive: true };
  return {
    transaction: {
      timestamp: new Date(time).toISOString(),
      unix_timestamp: time * 1_000_000,
      id: `tx${time}`,
      client_ip: client,
      server_id: host,
      request: { method: 'GET', uri, headers: { host: [host], 'user-agent': [agent] }, length: 0 },
      response: { protocol: 'HTTP/1.1', status: isBlocked ? 403 : 200, headers: {} },
      highest_severity: 'critical',
      is_interrupted: isBlocked,
      is_truncated: false,
      messages: isBlocked ? [...messages, score] : messages,
    },
  };
}
