/** Reads all settings from the environment and reports every error in one run. */
import { speaksTls } from './backend-address.ts';
import { groupsOf } from './backend-map.ts';
import { ANY_HOST } from './network-types.ts';
import type { Setting } from './setting.ts';
import { settingTable } from './setting-table.ts';
import { unknownVariables } from './unknown-variables.ts';

type Table = typeof settingTable;
type ValueOf<S> = S extends Setting<infer T> ? T : never;

export type ProxySettings = { readonly [Key in keyof Table]: ValueOf<Table[Key]> };

export type Environment = Readonly<Record<string, string | undefined>>;

export type SettingsRead = {
  /** Invalid values are replaced by defaults, so that later steps of the start can report their errors too. */
  readonly settings: ProxySettings;
  /** One line per error, naming the variable. */
  readonly errors: readonly string[];
  /** Names of the variables with invalid values. */
  readonly faulty: ReadonlySet<string>;
};

/** Reads all settings; empty variables count as unset (docs/spec/service.md#environment-variables). */
export function readSettings(environment: Environment): SettingsRead {
  const errors: string[] = [];
  const faulty = new Set<string>();
  const report = (name: string, message: string): void => {
    errors.push(`${name}: ${message}`);
    faulty.add(name);
  };
  const values: [string, unknown][] = [];
  for (const [key, setting] of Object.entries<Setting<unknown>>(settingTable)) {
    values.push([key, readSetting(setting, environment, report)]);
  }
  const settings = settingsOf(values);
  checkTogether(settings, report);
  if (!faulty.has('BACKENDS')) checkBackends(settings, report);
  errors.push(...unknownVariables(Object.keys(environment)));
  return { settings, errors, faulty };
}

type Report = (name: string, message: string) => void;

function readSetting(setting: Setting<unknown>, environment: Environment, report: Report): unknown {
  const given = [setting.name, ...setting.aliases]
    .map((name) => ({ name, text: (environment[name] ?? '').trim() }))
    .filter(({ text }) => text !== '');
  const [first, second] = given;
  if (first === undefined) return setting.fallback;
  if (second !== undefined && second.text !== first.text) {
    report(setting.name, `differs from ${second.name}, which means the same. Set one of them.`);
  }
  const parsed = setting.kind.parse(first.text);
  if (parsed.kind === 'Value') return isEmptyList(parsed.value) ? setting.fallback : parsed.value;
  for (const message of parsed.problems) report(first.name, message);
  return setting.fallback;
}

/** Returns whether a list has separators and no entry. Like an empty value it counts as unset. */
function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Returns the values as settings. The types follow from the table, but TypeScript cannot derive them in a loop. */
function settingsOf(values: readonly [string, unknown][]): ProxySettings {
  return Object.fromEntries(values) as ProxySettings;
}

const NEEDS_TLS = {
  TLS_KEY: ({ tlsKey }) => tlsKey !== '',
  TLS_CLIENT_CA: ({ tlsClientAuthorities }) => tlsClientAuthorities !== '',
  REDIRECT_PORT: ({ redirectPort }) => redirectPort !== undefined,
  HSTS_MAX_AGE: ({ hstsMaxAge }) => hstsMaxAge > 0,
  HTTP2: ({ http2 }) => http2,
} as const satisfies Record<string, (settings: ProxySettings) => boolean>;

function checkTogether(settings: ProxySettings, report: Report): void {
  if (settings.tlsCertificate === '') {
    for (const [name, isSet] of Object.entries(NEEDS_TLS))
      if (isSet(settings)) report(name, 'needs TLS_CERT, which is unset.');
  }
  if (settings.tlsCertificate !== '' && settings.http2Cleartext)
    report('HTTP2_CLEARTEXT', 'is for a PORT without TLS; with TLS_CERT set HTTP2.');
  if (settings.tlsClientCertificate === 'required' && settings.tlsClientAuthorities === '')
    report('TLS_CLIENT_CERT', 'needs TLS_CLIENT_CA, which is unset.');
  if (settings.crowdsecUrl !== '' && settings.crowdsecKey === '')
    report('CROWDSEC_URL', 'needs CROWDSEC_KEY, which is unset.');
  checkHosts(settings, report);
}

function checkHosts({ webHosts, apiHosts }: ProxySettings, report: Report): void {
  const web = new Set(webHosts);
  for (const host of new Set(apiHosts)) {
    if (!web.has(host)) continue;
    const shown = host === ANY_HOST ? '"*"' : `host "${host}"`;
    report('PROXY_APIS_HOSTS', `${shown} is in PROXY_WEB_HOSTS too.`);
  }
}

function checkBackends(settings: ProxySettings, report: Report): void {
  const { backendAuthorities, backendCertificate, backendKey, backends } = settings;
  const members = groupsOf(backends).flat();
  if (!members.some(speaksTls)) {
    for (const [name, path] of [
      ['BACKEND_CA', backendAuthorities],
      ['BACKEND_CERT', backendCertificate],
    ] as const)
      if (path !== '') report(name, 'needs a backend with https:// in BACKENDS.');
  }
  if (backendCertificate !== '' && backendKey === '')
    report('BACKEND_KEY', 'is unset. Set it to the private key of BACKEND_CERT.');
  if (backendKey !== '' && backendCertificate === '')
    report('BACKEND_KEY', 'needs BACKEND_CERT, which is unset.');
  if (settings.backendNameServers.length > 0 && settings.backendDnsTtl === 0)
    report('BACKEND_RESOLVER', 'needs BACKEND_DNS_TTL, which is 0.');
}
