/**
 * Builds the lines that a start prints, in the order of docs/spec/service.md#start; one line per profile follows
 * the first.
 */
import type { Rules } from '../exchange/gateway.ts';
import type { Operator } from '../logs/operator.ts';
import { isLoopback } from '../settings/network-types.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import { shownUrl, tracesUrl } from '../settings/traces-endpoint.ts';
import { misspelledVariables } from '../settings/unknown-variables.ts';
import type { Profile } from '../waf/profile.ts';
import { nodeWarning } from './node-version.ts';
import { numberOf, type OpenedPort } from './opened-port.ts';

/** Returns the lines of a successful start about rules, policies and traces. */
export function startLines(settings: ProxySettings, { geo, policies, profiles }: Rules): string[] {
  const { geoDatabase, policies: file } = settings;
  const url = tracesUrl(settings);
  const isMissed = profiles.some(({ waf }) => waf.manifest.usesGeo);
  const why = isMissed
    ? `${geoDatabase} is missing, so @geoLookup matches nothing`
    : 'GEO_BLOCK_ENABLED is off and no rule uses @geoLookup';
  const geoLine =
    geo === undefined
      ? `GeoIP database not loaded: ${why}`
      : `GeoIP database loaded: ${geoDatabase} (${geo.description})`;
  return [
    geoLine,
    ...profiles.map(profileLine),
    ...(file === '' ? [] : [`Policies: ${policies.entries.size} of ${file}`]),
    ...(url === undefined ? [] : [`Traces go to ${shownUrl(url)}`]),
    'Portcullis WAF started',
  ];
}

function profileLine({ name, waf }: Profile): string {
  const { ruleSet, rules, sources, compiler, skipped = [] } = waf.manifest;
  const missing = skipped.length === 0 ? '' : `, without ${skipped.join(' ')} (not supported)`;
  const signature = ruleSet === '' ? 'no signature' : ruleSet;
  const files = sources.length === 1 ? '1 file' : `${sources.length} files`;
  return `Profile ${name}: ${signature}, ${rules.active} of ${rules.read} rules from ${files}${missing}, compiled by ${compiler}`;
}

/** Returns the line about ADMIN_PORT; empty when it is unset. */
export function adminLines({ adminHost }: ProxySettings, opened: OpenedPort): readonly string[] {
  return portLines(`Administration on ${adminHost}`, opened);
}

/** Returns the lines about REDIRECT_PORT and DECISION_PORT, as far as they are set. */
export function sideLines(
  { decisionHost }: ProxySettings,
  redirects: OpenedPort,
  decisions: OpenedPort,
): readonly string[] {
  return [
    ...portLines('Redirects on ', redirects),
    ...portLines(`Decisions on ${decisionHost}`, decisions),
  ];
}

function portLines(what: string, opened: OpenedPort): readonly string[] {
  const port = numberOf(opened);
  return port === undefined ? [] : [`${what}:${port}`];
}

/** Prints what a successful start prints: warnings, `lines`, and last the port. */
export function announce(
  operator: Operator,
  settings: ProxySettings,
  lines: readonly string[],
  port: number,
): void {
  for (const line of startWarnings(settings, Object.keys(process.env))) operator.warn(line);
  for (const line of [...lines, `Listening on :${port}`]) operator.info(line);
}

/**
 * Returns warnings about settings that a careful operator would change. `variables`: the names of all environment
 * variables.
 */
export function startWarnings(settings: ProxySettings, variables: readonly string[]): string[] {
  const warnings = misspelledVariables(variables);
  const release = nodeWarning(process.versions.node);
  if (release !== undefined) warnings.push(release);
  if (settings.trustedProxies.length === 0) {
    const header = settings.clientIpHeader ?? 'CDN-Connecting-IP';
    warnings.push(
      `TRUSTED_PROXIES is unset: any client can choose its address with X-Forwarded-For or ${header}.`,
    );
  }
  const { webHosts, apiHosts, policies } = settings;
  if (webHosts.length === 0 && apiHosts.length === 0 && policies === '') {
    warnings.push(
      'PROXY_WEB_HOSTS and PROXY_APIS_HOSTS are unset: every request will be rejected.',
    );
  }
  warnings.push(...countryWarnings(settings));
  if (!settings.blockBots && variables.includes('PROXY_BOTS'))
    warnings.push('PROXY_BOTS has no effect: PROXY_BLOCK_BOTS is off.');
  if (settings.decisionPort !== undefined && !isLoopback(settings.decisionHost)) {
    warnings.push(
      `DECISION_HOST is ${settings.decisionHost}: every machine that can connect to it can claim to be any client. Allow only the front.`,
    );
  }
  if (settings.engineMode !== undefined && settings.engineMode !== 'on')
    warnings.push(`ENGINE_MODE is ${settings.engineMode}: nothing is blocked by rules.`);
  return warnings;
}

function countryWarnings({ geoBlock, geoAllow, geoDeny }: ProxySettings): readonly string[] {
  if (geoBlock) {
    return geoAllow.length > 0 || geoDeny.length > 0
      ? []
      : [
          'GEO_BLOCK_ENABLED blocks no client: GEO_ALLOW_COUNTRIES and GEO_BLOCK_COUNTRIES are unset.',
        ];
  }
  const lists = { GEO_ALLOW_COUNTRIES: geoAllow, GEO_BLOCK_COUNTRIES: geoDeny };
  return Object.entries(lists)
    .filter(([, countries]) => countries.length > 0)
    .map(([name]) => `${name} has no effect: GEO_BLOCK_ENABLED is off.`);
}
