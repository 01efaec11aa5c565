/** All options of `ctl`, one record for each name (manual: ctl). Names are compared without case. */
import { type NameRecord, unsupportedNames } from './name-record.ts';

export type ControlRecord = NameRecord & {
  /** How the value is written, or its values when there are few. */
  readonly takes: string | readonly string[];
};

const records = {
  auditEngine: {
    takes: ['On', 'Off', 'RelevantOnly'],
    documentation: 'Whether the audit log gets this transaction: On, Off, RelevantOnly.',
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
      'From 9 on rules are traced, below they are not; a program with ctl:debugLogLevel=9 in it is compiled for it.',
  },
  forceRequestBodyVariable: {
    takes: ['On', 'Off'],
    documentation: 'On: REQUEST_BODY is filled whatever the body processor.',
    differs: 'A body that is forced and looks like JSON or XML is read so as well as URLENCODED.',
  },
  forceResponseBodyVariable: {
    takes: ['On', 'Off'],
    documentation: 'On: RESPONSE_BODY is filled whatever the type.',
  },
  requestBodyAccess: {
    takes: ['On', 'Off'],
    documentation: 'On or Off: whether the request body is inspected.',
  },
  requestBodyLimit: {
    takes: 'BYTES',
    documentation: 'The bytes a request body may have.',
  },
  requestBodyProcessor: {
    takes: ['URLENCODED', 'MULTIPART', 'JSON', 'XML', 'RAW'],
    documentation:
      'What the request body is read as: URLENCODED, MULTIPART, JSON, XML or RAW. Phase 1 only.',
    differs:
      'RAW fills REQUEST_BODY, and the arguments too when the body is text and its type is no form.',
  },
  responseBodyAccess: {
    takes: ['On', 'Off'],
    documentation: 'On or Off: whether the response body is inspected.',
  },
  responseBodyLimit: {
    takes: 'BYTES',
    documentation: 'The bytes of a response body that are inspected.',
  },
  responseBodyProcessor: {
    takes: 'NAME',
    documentation: 'What the response body is read as.',
    differs:
      'JSON fills RESPONSE_ARGS, as in Coraza, and RESPONSE_BODY is filled as well; the others change nothing.',
  },
  ruleEngine: {
    takes: ['On', 'Off', 'DetectionOnly'],
    documentation: 'On, Off or DetectionOnly.',
    differs:
      'Off lets the phase finish without verdicts, as in Coraza; ModSecurity 2 stops at once.',
  },
  ruleRemoveById: {
    takes: 'ID|FROM-TO',
    documentation: 'Switches rules off: an id or a range.',
  },
  ruleRemoveByMsg: {
    takes: 'TEXT',
    documentation: 'Switches off the rules with this msg.',
  },
  ruleRemoveByTag: {
    takes: 'TAG',
    documentation: 'Switches off the rules with this tag.',
    differs: 'The tag is compared whole, as in Coraza and ModSecurity 3.',
  },
  ruleRemoveTargetById: {
    takes: 'ID|FROM-TO;TARGET',
    documentation: 'Takes a target from rules: 942100;ARGS:password.',
    differs:
      'Lists, ranges and key patterns /.../; the variable is compared exactly: ARGS_GET is not ARGS.',
  },
  ruleRemoveTargetByMsg: {
    takes: 'TEXT;TARGET',
    documentation: 'Takes a target from the rules with this msg.',
  },
  ruleRemoveTargetByTag: {
    takes: 'TAG;TARGET',
    documentation: 'Takes a target from the rules with this tag: attack-sqli;ARGS:password.',
  },
} satisfies Readonly<Record<string, ControlRecord>>;

export type ControlName = keyof typeof records;

/** By name as the manual spells it. */
export const controls: ReadonlyMap<string, ControlRecord> = new Map(Object.entries(records));

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
