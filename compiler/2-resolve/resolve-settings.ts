/** Resolves directives that are not rules to Settings. */
import { trimSpace } from '#engine/bytes/ascii-space.ts';
import type { Settings } from '#engine/host/compiled-waf.ts';
import type { Directive, Setting } from '../1-parse/ast.ts';
import type { Diagnostics, Problem } from '../diagnostics.ts';
import {
  type DirectiveRecord,
  directives,
  type OwnDirective,
  ruleDirectives,
} from '../language/directives/index.ts';
import { translateRegex } from '../regex/translate-regex.ts';
import * as nameProblem from './name-problems.ts';
import * as problem from './problems.ts';
import { parseNumber } from './resolve-metadata.ts';
import { resolveRegex } from './resolve-regex.ts';

/**
 * The manual's defaults where ModSecurity and Coraza agree, otherwise Coraza's
 * (docs/spec/seclang-evaluation.md#settings).
 */
export const defaultSettings: Settings = {
  ruleEngine: 'Off',
  requestBodyAccess: false,
  requestBodyLimit: 134_217_728,
  requestBodyInMemoryLimit: 131_072,
  requestBodyNoFilesLimit: 0,
  requestBodyLimitAction: 'Reject',
  jsonDepthLimit: 1024,
  argumentsLimit: 1000,
  unicodeMap: undefined,
  pcreMatchLimit: 1_000_000,
  uploadFileLimit: 100,
  responseBodyAccess: false,
  responseBodyLimit: 524_288,
  responseBodyLimitAction: 'ProcessPartial',
  responseJsonDepthLimit: 1024,
  responseBodyMimeTypes: ['text/plain', 'text/html'],
  auditEngine: 'Off',
  auditLogPath: undefined,
  auditLogFormat: 'JSON',
  auditLogType: 'Serial',
  auditLogStorageDir: undefined,
  auditLogDirMode: 0o750,
  auditLogFileMode: 0o640,
  auditLogParts: 'ABCFHZ',
  auditLogRelevantStatus: undefined,
  debugLogPath: undefined,
  debugLogLevel: 0,
  dataDir: '/tmp/',
  collectionTimeout: 3600,
  webAppId: 'default',
  componentSignatures: [],
};

/** Returns `settings` with the directive applied. A wrong directive is reported and changes nothing. */
export function resolveSetting(
  settings: Settings,
  directive: Setting,
  diagnostics: Diagnostics,
): Settings {
  const written = directive.name.text;
  const record = directives.get(written.toLowerCase());
  if (record === undefined) {
    const others = Array.from(directives.values(), ({ name }) => name);
    const names = [...others, ...ruleDirectives.keys()];
    diagnostics.report(nameProblem.unknownDirective(written, names), directive.name.span);
    return settings;
  }
  const { name } = record;
  if (record.kind === 'Refused') {
    diagnostics.report(refusedDirective(directive), directive.name.span);
    return settings;
  }
  if (record.kind === 'Ignored') {
    diagnostics.report(problem.ignoredDirective(name, record.why), directive.name.span);
    return settings;
  }
  const [argument, surplus] = directive.arguments;
  if (surplus !== undefined && record.kind !== 'Own')
    diagnostics.report(problem.surplusArgument(name, record.kind), surplus.span);
  const words = directive.arguments.map(({ text }) => text);
  const changed =
    record.kind === 'Own'
      ? (ownReadersByName.get(name)?.(words, settings, directive, diagnostics) ?? {})
      : resolveRecord(record, settings, argument?.text);
  if (typeof changed !== 'string') return { ...settings, ...changed };
  const found = problem.badDirectiveArgument(name, changed, argument?.text);
  diagnostics.report(found, argument?.span ?? directive.span);
  return settings;
}

/** Returns the problem that says why a refused directive is not supported. */
export function refusedDirective({ name: { text } }: Setting): Problem {
  const record = directives.get(text.toLowerCase());
  return nameProblem.refusedDirective(
    record?.name ?? text,
    record?.kind === 'Refused' ? record.why : '',
  );
}

type Change = Partial<Settings>;

/** Returns the change, or a text that says which argument the directive takes. */
function resolveRecord(
  record: Exclude<DirectiveRecord, { kind: 'Own' | 'Ignored' | 'Refused' }>,
  settings: Settings,
  text: string | undefined,
): Change | string {
  switch (record.kind) {
    case 'Switch': {
      const on = text?.toLowerCase();
      return on === 'on' || on === 'off' ? { [record.setting]: on === 'on' } : 'On or Off';
    }
    case 'Number': {
      const value = parseNumber(text ?? '', record.from, record.to);
      return value === undefined
        ? `a whole number from ${record.from} to ${record.to}`
        : { [record.setting]: value };
    }
    case 'Text':
      return text === undefined || text === '' ? 'one argument' : { [record.setting]: text };
    case 'Mode':
      return modeChange(record.setting, text ?? '');
    case 'Choice': {
      const chosen = record.choices.find((each) => each.toLowerCase() === text?.toLowerCase());
      return chosen === undefined
        ? `one of ${record.choices.join(', ')}`
        : { ...settings, [record.setting]: chosen };
    }
  }
}

function modeChange(
  setting: Extract<DirectiveRecord, { kind: 'Mode' }>['setting'],
  text: string,
): Change | string {
  if (text.toLowerCase() === 'default') return { [setting]: defaultSettings[setting] };
  const isOctal = /^[0-7]{3,4}$/.test(text);
  return isOctal ? { [setting]: Number.parseInt(text, 8) } : 'an octal mode or default';
}

/** Returns the change, or a text that says which argument the directive takes. */
type OwnReader = (
  words: readonly string[],
  settings: Settings,
  directive: Setting,
  diagnostics: Diagnostics,
) => Change | string;

const ownReaders: Readonly<Record<OwnDirective, OwnReader>> = {
  SecArgumentSeparator: (words) =>
    words.join(' ') === '&' ? {} : '&; other separators would hide arguments from the rules',
  SecAuditLogParts: (words) => {
    const parts = words.join(' ');
    return /^A[B-K]*Z$/.test(parts)
      ? { auditLogParts: parts }
      : 'letters that start with A and end with Z';
  },
  SecAuditLogRelevantStatus: (_words, _settings, directive, diagnostics) =>
    resolveRelevantStatus(directive, diagnostics),
  SecComponentSignature: (words, { componentSignatures }) => {
    const text = words.join(' ');
    return text === '' ? 'a text' : { componentSignatures: [...componentSignatures, text] };
  },
  SecCookieFormat: (words) =>
    words.join(' ') === '0' ? {} : '0; version 1 cookies no longer exist (RFC 6265)',
  SecResponseBodyMimeType: (words, settings) =>
    trimSpace(words.join('')) === ''
      ? 'one or more media types, such as text/html'
      : { responseBodyMimeTypes: addMimeTypes(settings, words) },
  SecResponseBodyMimeTypesClear: (words) =>
    words.length === 0 ? { responseBodyMimeTypes: [] } : 'no argument',
  SecUnicodeCodePage: handledElsewhere,
  SecUnicodeMapFile: handledElsewhere,
};

/** resolve-unicode-map.ts reads the directives of the code page. */
function handledElsewhere(): Change {
  return {};
}

const ownReadersByName: ReadonlyMap<string, OwnReader> = new Map(Object.entries(ownReaders));

/** Returns the MIME types. The first directive replaces the built-in list, later ones add to it (as in ModSecurity). */
function addMimeTypes(settings: Settings, types: readonly string[]): readonly string[] {
  const { responseBodyMimeTypes: known } = settings;
  const previous = known === defaultSettings.responseBodyMimeTypes ? [] : known;
  return [...previous, ...types.map((type) => type.toLowerCase())];
}

/** Reports SecAuditLogType Concurrent without a folder for its records. */
export function checkAuditLog(
  { auditLogType, auditLogStorageDir }: Settings,
  directives: readonly Directive[],
  diagnostics: Diagnostics,
): void {
  if (auditLogType === 'Serial' || auditLogStorageDir !== undefined) return;
  const name = 'SecAuditLogType';
  const written = directives.findLast(
    (each) => each.kind === 'Setting' && each.name.text.toLowerCase() === name.toLowerCase(),
  );
  const found = problem.badDirectiveArgument(name, 'Concurrent only with a SecAuditLogStorageDir');
  if (written !== undefined) diagnostics.report(found, written.span);
}

function resolveRelevantStatus(directive: Setting, diagnostics: Diagnostics): Change | string {
  const [word] = directive.arguments;
  if (word === undefined || directive.arguments.length !== 1) return 'one regular expression';
  const compiled = resolveRegex(word, diagnostics);
  return compiled === undefined ? {} : { auditLogRelevantStatus: translateRegex(compiled.regex) };
}
