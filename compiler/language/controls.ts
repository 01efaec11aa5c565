/** All options of `ctl`, one record for each name (manual: ctl). Names are compared without case. */
import { byLowerName, type NameRecord, unsupportedNames } from './name-record.ts';

export type ControlRecord = NameRecord & {
  /** How the value is written, or its values when there are few. */
  readonly takes: string | readonly string[];
};

const records = {
  auditEngine: {
    takes: ['On', 'Off', 'RelevantOnly'],
    documentation: 'Whether the audit log records this transaction: On, Off, RelevantOnly.',
  },
  auditLogParts: {
    takes: '[+|-]PARTS',
    documentation: 'The parts of the audit record: ABCFHZ, +E, -C.',
    differs: 'Parts keep their order and A and Z stay; Coraza loses them.',
  },
  debugLogLevel: {
    takes: '0-9',
    documentation: 'The level of the debug log, 0 to 9.',
    differs:
      'Level 9 traces rules; lower levels do not. A program that contains ctl:debugLogLevel=9 is compiled with traces.',
  },
  forceRequestBodyVariable: {
    takes: ['On', 'Off'],
    documentation: 'On: REQUEST_BODY is filled for every body processor.',
    differs: 'A forced body that looks like JSON or XML is parsed as that and as URLENCODED.',
  },
  forceResponseBodyVariable: {
    takes: ['On', 'Off'],
    documentation: 'On: RESPONSE_BODY is filled for every content type.',
  },
  requestBodyAccess: {
    takes: ['On', 'Off'],
    documentation: 'On or Off: whether the request body is inspected.',
  },
  requestBodyLimit: {
    takes: 'BYTES',
    documentation: 'Maximum size of a request body, in bytes.',
  },
  requestBodyProcessor: {
    takes: ['URLENCODED', 'MULTIPART', 'JSON', 'XML', 'RAW'],
    documentation:
      'The parser of the request body: URLENCODED, MULTIPART, JSON, XML or RAW. Phase 1 only.',
    differs:
      'RAW fills REQUEST_BODY, and also the arguments if the body is text and its type is not that of a form.',
  },
  responseBodyAccess: {
    takes: ['On', 'Off'],
    documentation: 'On or Off: whether the response body is inspected.',
  },
  responseBodyLimit: {
    takes: 'BYTES',
    documentation: 'Number of bytes of a response body that are inspected.',
  },
  responseBodyProcessor: {
    takes: 'NAME',
    documentation: 'The parser of the response body.',
    differs:
      'JSON fills RESPONSE_ARGS, as in Coraza, and also RESPONSE_BODY; the others have no effect.',
  },
  ruleEngine: {
    takes: ['On', 'Off', 'DetectionOnly'],
    documentation:
      'Whether rules run for this transaction, and whether they may block: On, Off, DetectionOnly.',
    differs:
      'Off lets the phase finish without verdicts, as in Coraza; ModSecurity 2 stops immediately.',
  },
  ruleRemoveById: {
    takes: 'ID|FROM-TO',
    documentation: 'Disables rules: an id or a range.',
  },
  ruleRemoveByMsg: {
    takes: 'TEXT',
    documentation: 'Disables the rules with this msg.',
  },
  ruleRemoveByTag: {
    takes: 'TAG',
    documentation: 'Disables the rules with this tag.',
    differs: 'The whole tag is compared, as in Coraza and ModSecurity 3.',
  },
  ruleRemoveTargetById: {
    takes: 'ID|FROM-TO;TARGET',
    documentation: 'Excludes a target from rules: 942100;ARGS:password.',
    differs:
      'Accepts lists, ranges and key patterns /.../. The variable name must be the same: ARGS does not exclude ARGS_GET.',
  },
  ruleRemoveTargetByMsg: {
    takes: 'TEXT;TARGET',
    documentation: 'Excludes a target from the rules with this msg.',
  },
  ruleRemoveTargetByTag: {
    takes: 'TAG;TARGET',
    documentation: 'Excludes a target from the rules with this tag: attack-sqli;ARGS:password.',
  },
} satisfies Readonly<Record<string, ControlRecord>>;

export type ControlName = keyof typeof records;

/** By name as the manual spells it. */
export const controls: ReadonlyMap<string, ControlRecord> = new Map(Object.entries(records));

/** The record with its name as the manual spells it. */
export type ControlOption = ControlRecord & { readonly name: string };

/** By name in lower case. */
export const controlOptions: ReadonlyMap<string, ControlOption> =
  byLowerName<ControlRecord>(records);

/** Options of other engines that have no effect here, with the reason. */
export const ignoredControls = unsupportedNames({
  hashEngine: 'Requests and responses are inspected, never rewritten.',
  hashEnforcement: 'Requests and responses are inspected, never rewritten.',
});

/** Options of other engines that are refused here, with the reason. */
export const refusedControls = unsupportedNames({
  parseXmlIntoArgs: 'XML is inspected as XML:/* and XML://@*.',
  requestBodyNoFilesLimit: 'Set SecRequestBodyNoFilesLimit.',
});
