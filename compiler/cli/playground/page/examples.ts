/** Examples of rules, each with a request. */
import type { Workspace } from './share-link.ts';

export type Example = { readonly title: string } & Workspace;

const ENTRY = 'rules.conf';
const HEAD = `SecRuleEngine On
SecRequestBodyAccess On
`;

const oneFile = (title: string, rules: string, request: string): Example => ({
  title,
  files: [{ path: ENTRY, text: `${HEAD}\n${rules}` }],
  entries: [ENTRY],
  request,
});

const get = (target: string): string => `GET ${target} HTTP/1.1
Host: shop.example
User-Agent: Mozilla/5.0
Accept: */*
`;

export const examples: readonly [Example, ...Example[]] = [
  oneFile(
    'A parameter with SQL in it',
    `# Decoded, without comments, and called only for values that have "select" in them.
SecRule ARGS|!ARGS:comment "@rx (?i)\\bunion\\b[\\s\\S]{1,40}?\\bselect\\b" \\
    "id:1001,\\
    phase:2,\\
    deny,\\
    status:403,\\
    t:none,t:urlDecodeUni,t:replaceComments,\\
    msg:'SQL: UNION and SELECT in a parameter',\\
    logdata:'%{MATCHED_VAR_NAME}: %{MATCHED_VAR}',\\
    severity:'CRITICAL'"

# What libinjection makes of it.
SecRule ARGS "@detectSQLi" \\
    "id:1002,\\
    phase:2,\\
    deny,\\
    status:403,\\
    t:none,t:urlDecodeUni,\\
    msg:'SQL injection by fingerprint',\\
    severity:'CRITICAL'"
`,
    get('/products?id=7%20UNION/**/SELECT%20name%20FROM%20users&comment=union'),
  ),
  oneFile(
    'Scores instead of verdicts',
    `# Rules add up, and one rule decides: as the OWASP CRS does it.
SecAction "id:1100,phase:1,pass,nolog,setvar:tx.score=0,setvar:tx.limit=5"

SecRule REQUEST_HEADERS:User-Agent "@pm sqlmap nikto masscan" \\
    "id:1101,phase:1,pass,t:none,t:lowercase,\\
    msg:'A scanner by its name',severity:'CRITICAL',\\
    setvar:tx.score=+5"

SecRule ARGS "@contains ../" \\
    "id:1102,phase:2,pass,t:none,t:urlDecodeUni,\\
    msg:'A path that goes up',severity:'WARNING',\\
    setvar:tx.score=+3"

SecRule REQUEST_HEADERS:Accept "@rx ^$" \\
    "id:1103,phase:2,pass,t:none,\\
    msg:'Accept is empty',severity:'NOTICE',\\
    setvar:tx.score=+2"

SecRule TX:score "@ge %{tx.limit}" \\
    "id:1104,phase:2,deny,status:403,t:none,\\
    msg:'Score %{tx.score} of %{tx.limit}',severity:'CRITICAL'"
`,
    `GET /download?file=..%2f..%2fetc/passwd HTTP/1.1
Host: shop.example
User-Agent: Mozilla/5.0
Accept:
`,
  ),
  oneFile(
    'A chain, and an exclusion for one path',
    `# A login that is not JSON: three conditions, all of which must hold.
SecRule REQUEST_METHOD "@streq POST" \\
    "id:1201,phase:2,deny,status:415,t:none,chain,\\
    msg:'Log-ins are JSON',severity:'WARNING'"
    SecRule REQUEST_FILENAME "@endsWith /login" "t:none,t:normalizePath,chain"
        SecRule REQUEST_HEADERS:Content-Type "!@beginsWith application/json" "t:none,t:lowercase"

SecRule ARGS|REQUEST_BODY "@rx (?i)<script" \\
    "id:1202,phase:2,deny,status:403,t:none,t:htmlEntityDecode,\\
    msg:'Script in a parameter',severity:'CRITICAL'"

# The editor of articles sends HTML on purpose.
SecRule REQUEST_FILENAME "@beginsWith /articles/" \\
    "id:1203,phase:1,pass,nolog,t:none,ctl:ruleRemoveTargetById=1202;ARGS:text"
`,
    `POST /account/login HTTP/1.1
Host: shop.example
User-Agent: Mozilla/5.0
Accept: */*
Content-Type: application/x-www-form-urlencoded

name=ada&password=lovelace
`,
  ),
  oneFile(
    'Mistakes and their diagnostics',
    `# Each of these is a finding: move to it with F8, and read the hint.
SecRule ARGS_NAME "@rx admin" "id:1301,phase:2,deny,msg:'A variable that does not exist'"

SecRule ARGS "@rx (a+)+$" \\
    "id:1302,phase:2,deny,t:none,t:lowercase,msg:'Slow where expressions backtrack'"

SecRule REQUEST_BODY "@contains select" "id:1303,phase:1,deny,msg:'Read before it is filled'"

SecRule ARGS "@streq Admin" "id:1304,phase:2,deny,t:none,t:lowercase,msg:'Never matches'"

SecRule ARGS "@pm union select" "id:1304,phase:2,deny,msg:'An id twice'"
`,
    get('/?user=admin'),
  ),
];
