/** Rules for the adapters' tests, compiled in memory. */
import assert from 'node:assert/strict';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { loadProgram } from '../../helpers/load-program.ts';

export async function wafOf(text: string): Promise<CompiledWaf> {
  const { program, diagnostics } = compileText(text);
  assert.ok(program !== undefined, diagnostics.map(({ message }) => message).join('\n'));
  return loadProgram(program);
}

/** One rule for each thing that an adapter must do with a verdict. */
export const RULES = `SecRuleEngine On
SecRequestBodyAccess On
SecRequestBodyLimit 1000000
SecRequestBodyLimitAction Reject
SecResponseBodyAccess On
SecResponseBodyMimeType text/plain
SecResponseBodyLimit 10000
SecResponseBodyLimitAction Reject
SecAuditEngine RelevantOnly
SecAuditLogParts ABCFHKZ
SecRule ARGS "@contains attack" "id:1,phase:2,deny,status:403,log,msg:'attack'"
SecRule REQUEST_HEADERS:X-Test "@streq deny" "id:2,phase:1,deny,status:418,log,auditlog"
SecRule REQUEST_HEADERS:X-Test "@streq drop" "id:3,phase:1,drop,log,auditlog"
SecRule REQUEST_HEADERS:X-Test "@streq redirect" "id:4,phase:1,redirect:'https://example.com/x',status:302,log,auditlog"
SecRule REQUEST_HEADERS:X-Test "@streq unread" "id:5,phase:1,pass,nolog,ctl:requestBodyAccess=Off"
SecRule REQUEST_HEADERS:X-Test "@streq raw" "id:6,phase:1,pass,nolog,ctl:forceRequestBodyVariable=On,ctl:requestBodyProcessor=URLENCODED"
SecRule REQUEST_BODY "@contains attack" "id:7,phase:2,deny,status:403,log,auditlog"
SecRule REMOTE_ADDR "@streq 192.0.2.7" "id:8,phase:1,deny,status:451,log,auditlog"
SecRule RESPONSE_HEADERS:X-Leak "@streq 1" "id:9,phase:3,deny,status:502,log,auditlog"
SecRule RESPONSE_STATUS "@streq 299" "id:10,phase:3,deny,status:500,log,auditlog"
SecRule REQUEST_HEADERS:X-Test "@streq path" "id:12,phase:1,deny,status:403,log,auditlog,chain"
  SecRule REQUEST_URI "@beginsWith /attack/x" "t:none"
SecRule ARGS_GET:q "@streq none" "id:13,phase:1,deny,status:204,log,auditlog"
SecRule RESPONSE_BODY "@contains secret" "id:11,phase:4,deny,status:500,log,auditlog"
`;
