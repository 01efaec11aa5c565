/** Variables of other engines that a proxy never fills. */
import { unsupportedNames } from '../name-record.ts';

const NO_METER = 'Use the metrics of the proxy.';
const NO_SCRIPT = 'A reverse proxy has no script file.';

/** Variables of other engines that a proxy never fills, with the reason. */
export const refusedVariables = unsupportedNames({
  JSON: 'Members of a JSON body are in ARGS, under names that start with json.',
  PERF_ALL: NO_METER,
  PERF_COMBINED: NO_METER,
  PERF_GC: NO_METER,
  PERF_LOGGING: NO_METER,
  PERF_PHASE1: NO_METER,
  PERF_PHASE2: NO_METER,
  PERF_PHASE3: NO_METER,
  PERF_PHASE4: NO_METER,
  PERF_PHASE5: NO_METER,
  PERF_RULES: NO_METER,
  PERF_SREAD: NO_METER,
  PERF_SWRITE: NO_METER,
  RESPONSE_XML: 'No engine fills it: XML responses are inspected as text, in RESPONSE_BODY.',
  SCRIPT_BASENAME: NO_SCRIPT,
  SCRIPT_FILENAME: NO_SCRIPT,
  SCRIPT_GID: NO_SCRIPT,
  SCRIPT_GROUPNAME: NO_SCRIPT,
  SCRIPT_MODE: NO_SCRIPT,
  SCRIPT_UID: NO_SCRIPT,
  SCRIPT_USERNAME: NO_SCRIPT,
  SDBM_DELETE_ERROR: 'Collections are not kept in SDBM files.',
  STREAM_INPUT_BODY: 'Bodies are inspected, never rewritten; use REQUEST_BODY.',
  STREAM_OUTPUT_BODY: 'Bodies are inspected, never rewritten; use RESPONSE_BODY.',
  USERAGENT_IP: 'REMOTE_ADDR already holds the client address.',
  WEBSERVER_ERROR_LOG: 'The proxy has no web server log.',
});
