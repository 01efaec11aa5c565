/** `portcullis run`: one request through a profile; what matched, where and why. */
import type { Header } from '../../runtime/engine/compiled-waf.ts';
import type { RuleFiles } from '../files.ts';
import { parseRequest } from '../ftw/parse-request.ts';
import { loadProfile } from '../run/cached-waf.ts';
import { formatRun } from '../run/format-run.ts';
import { formatTrace } from '../run/format-trace.ts';
import { parseCurl } from '../run/parse-curl.ts';
import { parseHar } from '../run/parse-har.ts';
import { bytesOfText, parseHeaderText, type RequestResult, requestOf } from '../run/request.ts';
import { runRequest } from '../run/run-request.ts';
import { type Exit, misuse, printDiagnostics, toUtf8 } from './report.ts';
import { selectProfiles } from './select-profiles.ts';

export type RunOptions = {
  readonly profile?: string;
  readonly entry: readonly string[];
  readonly method?: string;
  readonly url?: string;
  readonly header: readonly string[];
  readonly data?: string;
  readonly curl?: string;
  readonly har?: string;
  readonly harEntry: number;
  readonly format: string;
  readonly trace?: boolean;
};

/** `path`: a raw HTTP request. Exit 0 when the request passes, 1 when it is blocked. */
export async function runRun(
  path: string | undefined,
  options: RunOptions,
  files: RuleFiles,
): Promise<Exit> {
  if (options.format !== 'text' && options.format !== 'json') {
    return misuse('--format takes text or json.');
  }
  const selected = selectProfiles({ profile: 'pl1', ...options }, files);
  if (selected.kind === 'Error') return misuse(selected.message);
  const [profile] = selected.profiles;
  const found = readRequest(path, options, files);
  if (profile === undefined || found.kind === 'Error') {
    return misuse(found.kind === 'Error' ? found.message : 'There is no profile.');
  }
  const result = await loadProfile(profile, files, options.trace);
  if (result.kind === 'Error') {
    printDiagnostics(result.diagnostics);
    return 1;
  }
  const report = runRequest(result.loaded, found.request);
  const coloured = process.stdout.isTTY === true && (process.env['NO_COLOR'] ?? '') === '';
  const text =
    options.format === 'json'
      ? `${JSON.stringify({ profile: profile.name, ...report }, undefined, 2)}\n`
      : formatRun(report, profile.name, coloured) + formatTrace(report.trace ?? []);
  process.stdout.write(toUtf8(text));
  return report.verdict === 'blocked' ? 1 : 0;
}

/** Exactly one of: a file, --curl, --har, --url. */
function readRequest(
  path: string | undefined,
  { curl, har, harEntry, url, method, header, data = '' }: RunOptions,
  files: RuleFiles,
): RequestResult {
  const given = [path, curl, har, url].filter((each) => each !== undefined).length;
  if (given !== 1) return wrong('Give one request: a file, --url, --curl or --har.');
  if (path !== undefined) return readRaw(path, files);
  if (curl !== undefined) {
    const parts = parseCurl(curl);
    return parts
      ? { kind: 'Ok', request: requestOf(parts) }
      : wrong('The curl command has no URL.');
  }
  if (har !== undefined) {
    const text = Buffer.from(files.read(har) ?? '', 'latin1').toString('utf8');
    const parts = parseHar(text, harEntry);
    if (parts === undefined) return wrong(`${har} is no HAR file with an entry ${harEntry}.`);
    return { kind: 'Ok', request: requestOf(parts) };
  }
  const headers: Header[] = [];
  for (const written of header) {
    const parsed = parseHeaderText(bytesOfText(written));
    if (parsed === undefined) return wrong(`--header takes NAME: VALUE, not ${written}.`);
    headers.push(parsed);
  }
  const body = bytesOfText(data);
  return { kind: 'Ok', request: requestOf({ method, url: bytesOfText(url ?? ''), headers, body }) };
}

/** "-" is standard input. */
function readRaw(path: string, files: RuleFiles): RequestResult {
  const raw = files.read(path === '-' ? '/dev/stdin' : path);
  if (raw === undefined) return wrong(`Cannot read ${path}.`);
  const { head, body } = parseRequest(raw);
  if (head.method === '' || head.target === '') return wrong(`${path} holds no HTTP request.`);
  return { kind: 'Ok', request: { head, body } };
}

function wrong(message: string): RequestResult {
  return { kind: 'Error', message };
}
