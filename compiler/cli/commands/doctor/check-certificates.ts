/** Checks the certificates for clients, when the proxy uses TLS. */
import { type Certificate, loadCertificates } from '#proxy/tls/certificates.ts';
import { type Check, type Condition, failed, note, ok } from './condition.ts';

export const DAY_MS = 86_400_000;
/** Let's Encrypt renews 30 days before the end, so half of that means that renewal fails. */
export const WARNING_DAYS = 15;

export const checkCertificates: Check = ({ read }) => {
  const { settings } = read;
  if (settings.tlsCertificate === '') return [ok('TLS', 'not used: TLS_CERT is unset')];
  const load = loadCertificates(settings);
  if (load.kind === 'Loaded') return load.certificates.map((each) => conditionOf(each, Date.now()));
  const hint = 'Set TLS_CERT and TLS_KEY to files in PEM format that belong together.';
  return load.problems.map((problem) => failed('TLS', problem, hint));
};

function conditionOf({ name, hosts, expiresAt }: Certificate, now: number): Condition {
  const days = Math.floor((expiresAt - now) / DAY_MS);
  const until = new Date(expiresAt).toISOString().slice(0, 10);
  const shown = `${name} for ${hosts.length === 0 ? 'no DNS name' : hosts.join(' ')}`;
  if (days < 0) return failed('TLS', `${shown} expired on ${until}`, 'Renew it, then send SIGHUP.');
  const message = `${shown}, valid until ${until}, ${days} days`;
  if (days < WARNING_DAYS) return note('TLS', message, 'Renew it, then send SIGHUP.');
  return ok('TLS', message);
}
