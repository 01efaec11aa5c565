/** Variables of the transaction: its time, its matches, and the current rule. */
import { collection, scalar, type VariableRecords } from './record.ts';

export const ofTransaction: VariableRecords = {
  DURATION: scalar('duration', 'Microseconds since the transaction began.', {
    life: 'changing',
    differs: 'Microseconds since the transaction began, as in ModSecurity 2; always 0 in Coraza.',
  }),
  HIGHEST_SEVERITY: scalar(
    'highestSeverity',
    'The highest severity of the rules that have matched so far: 0 is the highest, 255 means none.',
    { life: 'changing' },
  ),
  MATCHED_VAR: scalar('matchedVar', 'The last value that matched, after transformations.', {
    life: 'changing',
  }),
  MATCHED_VARS: collection(
    'matchedVars',
    'All values that matched in the previous rule, by their full names.',
    { life: 'changing' },
  ),
  MATCHED_VARS_NAMES: collection(
    'matchedVarsNames',
    'The full names of all targets that matched in the previous rule.',
    { life: 'changing' },
  ),
  MATCHED_VAR_NAME: scalar(
    'matchedVarName',
    'The full name of the last target that matched, such as ARGS:id.',
    { life: 'changing' },
  ),
  MODSEC_BUILD: scalar(
    'modsecBuild',
    'The version number of ModSecurity with which this engine is compatible.',
  ),
  MSC_PCRE_ERROR: scalar('mscPcreError', 'Whether a regular expression has failed.', {
    differs: 'Always 0: matching is linear.',
  }),
  MSC_PCRE_LIMITS_EXCEEDED: scalar(
    'mscPcreLimitsExceeded',
    'Whether a regular expression has exceeded its limits.',
    {
      differs: 'Always 0: matching is linear.',
    },
  ),
  RULE: collection(
    'rule',
    'Metadata of the current rule: its id, msg, logdata, rev, severity (a number) and ver.',
    {
      life: 'changing',
      differs:
        'As a target, severity is the number, and what the rule does not set is absent, as in ModSecurity; msg and logdata are expanded when the target is read. In macros %{rule.severity} is the word, as in Coraza.',
    },
  ),
  TIME: scalar('time', 'The time of day, hh:mm:ss.'),
  TIME_DAY: scalar('timeDay', 'The day of the month.'),
  TIME_EPOCH: scalar('timeEpoch', 'Seconds since 1970.'),
  TIME_HOUR: scalar('timeHour', 'The hour, 0 to 23.'),
  TIME_MIN: scalar('timeMin', 'The minute.'),
  TIME_MON: scalar('timeMon', 'The month.'),
  TIME_SEC: scalar('timeSec', 'The second.'),
  TIME_WDAY: scalar('timeWday', 'The day of the week; 0 is Sunday.'),
  TIME_YEAR: scalar('timeYear', 'The year.'),
  UNIQUE_ID: scalar('uniqueId', 'The id of the transaction, as in the logs.'),
  WEBAPPID: scalar('webappid', 'The name that SecWebAppId has set.'),
};
