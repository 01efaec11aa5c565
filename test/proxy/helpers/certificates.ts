/** Certificates for tests, made by openssl: an authority and whatever it signs. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

export type Signed = { readonly cert: string; readonly key: string };

export type Authority = {
  readonly folder: string;
  /** Path of the authority's own certificate. */
  readonly path: string;
  readonly pem: Buffer;
  /** Paths of a new certificate and its key, `NAME.crt` and `NAME.key`. */
  readonly sign: (name: string, options?: SignOptions) => Signed;
};

type SignOptions = {
  readonly subject?: string;
  readonly hosts?: readonly string[];
  /** From now; negative: it expired so long ago. */
  readonly days?: number;
};

function openssl(...words: readonly string[]): void {
  execFileSync('openssl', words, { stdio: ['ignore', 'ignore', 'pipe'] });
}

export const skip = hasOpenssl() ? false : 'no openssl';

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

export function createAuthority(t: Pick<TestContext, 'after'>): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-tls-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const own = { cert: join(folder, 'ca.pem'), key: join(folder, 'ca.secret') };
  const subject = '/CN=Test Authority';
  openssl('req', '-x509', ...KEY, '-keyout', own.key, '-out', own.cert, '-subj', subject);
  return {
    folder,
    path: own.cert,
    pem: readFileSync(own.cert),
    sign: (name, { subject: of = `/CN=${name}`, hosts = [], days = 30 } = {}) => {
      const [cert, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
      const [request, extensions] = [join(folder, 'request'), join(folder, 'extensions')];
      const names = hosts.map((host) => `DNS:${host}`).join(',');
      writeFileSync(extensions, names === '' ? '' : `subjectAltName=${names}\n`);
      openssl('req', '-new', '-utf8', ...KEY, '-keyout', key, '-out', request, '-subj', of);
      const signing = ['-CA', own.cert, '-CAkey', own.key, '-CAcreateserial'];
      const period = ['-days', String(days), '-extfile', extensions];
      openssl('x509', '-req', '-in', request, '-out', cert, ...signing, ...period);
      return { cert, key };
    },
  };
}
