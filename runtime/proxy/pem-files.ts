/** Reads files with certificates and keys. Messages of the errors thrown here are lines for the operator, which name the variable. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cannotRead } from './cannot-read.ts';

/** A file, and the variable that names it. */
export type PemSource = { readonly variable: string; readonly path: string };

export type PemCertificate = { readonly pem: Buffer; readonly parsed: X509Certificate };
export type PemKey = { readonly pem: Buffer; readonly parsed: KeyObject };

export function readCertificate(source: PemSource): PemCertificate {
  const pem = read(source);
  return { pem, parsed: parseCertificate(source, pem) };
}

export function readKey(source: PemSource): PemKey {
  const pem = read(source);
  try {
    return { pem, parsed: createPrivateKey(pem) };
  } catch {
    const { variable, path } = source;
    throw new Error(
      `${variable}: ${path} is not a private key in PEM format without a passphrase.`,
    );
  }
}

const CERTIFICATE = /-----BEGIN ((?:TRUSTED |X509 )?CERTIFICATE)-----.*?-----END \1-----/gs;

/** Returns the certificates of the file. Node would ignore other text, and then trust no certificate. */
export function readAuthorities(source: PemSource): string[] {
  const certificates = read(source).toString('latin1').match(CERTIFICATE) ?? [];
  if (certificates.length === 0) throw new Error(notCertificate(source));
  for (const pem of certificates) parseCertificate(source, pem);
  return [...certificates];
}

function read({ variable, path }: PemSource): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Error(`${variable}: ${cannotRead(path, error)}`);
  }
}

function parseCertificate(source: PemSource, pem: Buffer | string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new Error(notCertificate(source));
  }
}

function notCertificate({ variable, path }: PemSource): string {
  return `${variable}: ${path} is not a certificate in PEM format.`;
}
