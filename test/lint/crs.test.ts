/** The preset crs: what each convention asks for, and what it leaves alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkProfiles } from '#compiler/cli/findings/check-profiles.ts';
import { presetCodes } from '#compiler/cli/findings/codes.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { memoryFiles, type TextFiles } from '../helpers/compile-text.ts';

/** The codes of the preset that are reported for the file, each with its line. */
function codesOf(text: string, path: string, others: TextFiles): readonly string[] {
  const files = memoryFiles({ ...others, [path]: text });
  const { findings } = checkProfiles([profileOfEntries('test', [path])], files, new Set());
  const found = findings.filter(({ code }) => presetCodes.has(code));
  return found.map(({ code, span }) => {
    const line = span.source.text.slice(0, span.start).split('\n').length;
    return `${line} ${code}`;
  });
}

const TAGS = "tag:'OWASP_CRS',ver:'OWASP_CRS/4.28.0'";

/** Rules around scores: what they need to be evaluated, and then `rule` in line 6. */
const scored = (rule: string): string => `SecDefaultAction "phase:2,log,pass"
SecRule &TX:detection_paranoia_level "@eq 0" "id:901120,phase:1,pass,nolog,${TAGS},setvar:tx.detection_paranoia_level=1,setvar:tx.critical_anomaly_score=5"
SecRule TX:DETECTION_PARANOIA_LEVEL "@lt 1" "id:942012,phase:2,pass,nolog,${TAGS},skipAfter:END"
SecRule TX:DETECTION_PARANOIA_LEVEL "@lt 2" "id:942014,phase:2,pass,nolog,${TAGS},skipAfter:END"
SecRule TX:DETECTION_PARANOIA_LEVEL "@lt 3" "id:942015,phase:1,pass,nolog,${TAGS},skipAfter:END"
${rule}
SecMarker END
SecRule TX:inbound_anomaly_score_pl2 "@ge 5" "id:949110,phase:2,deny,msg:'x',${TAGS}"
`;
const attack = (tag: string, last: string): string =>
  scored(`SecRule ARGS "@rx x" "id:942100,phase:2,block,msg:'x',${tag}${TAGS}${last}"`);
const PL2 = "tag:'paranoia-level/2',";
const CRITICAL = 'setvar:tx.inbound_anomaly_score_pl2=+%{tx.critical_anomaly_score}';

type Case = readonly [
  what: string,
  text: string,
  expected: readonly string[],
  path?: string,
  others?: TextFiles,
];

const rule = (actions: string): string => `SecRule ARGS "@rx x" "${actions}"\n`;

const cases: readonly Case[] = [
  ['a rule of a site', rule("nolog,id:10,phase:2,pass,t:NONE,msg:'x'"), []],
  [
    'a rule of a plugin',
    rule("id:9599100,phase:2,deny,msg:'x',tag:'mine',ver:'mine/1.0'"),
    ['1 missing-crs-tag'],
  ],
  ['the severity as a word', attack(PL2, `,severity:'CRITICAL',${CRITICAL}`), []],
  ['the severity as a number', attack(PL2, `,severity:2,${CRITICAL}`), []],
  ['another severity', attack(PL2, `,severity:'NOTICE',${CRITICAL}`), ['6 severity-mismatch']],
  ['no severity', attack(PL2, `,${CRITICAL}`), ['6 severity-mismatch']],
  [
    'a score in figures',
    attack(PL2, ",severity:'CRITICAL',setvar:tx.inbound_anomaly_score_pl2=+5"),
    ['6 severity-mismatch'],
  ],
  [
    'the tag of another level: that of phase 1 is open to 3',
    attack("tag:'paranoia-level/3',", `,severity:'CRITICAL',${CRITICAL}`),
    ['6 paranoia-mismatch'],
  ],
  ['no tag', attack('', `,severity:'CRITICAL',${CRITICAL}`), ['6 paranoia-mismatch']],
  [
    'a tag nobody sees',
    scored(`SecRule ARGS "@rx x" "id:942100,phase:2,pass,nolog,${PL2}${TAGS}"`),
    ['6 paranoia-mismatch'],
  ],
  [
    'the tag of its file',
    rule(`id:942100,phase:2,deny,msg:'x',${TAGS}`),
    ['1 missing-crs-tag'],
    'rules/REQUEST-942-APPLICATION-ATTACK-SQLI.conf',
  ],
  ['a helper needs no tags', rule("id:942101,phase:2,deny,msg:'x',ver:'OWASP_CRS/4.28.0'"), []],
  [
    'versions of two products',
    rule(`id:942100,phase:2,deny,msg:'x',${TAGS}`) +
      rule("id:9599100,phase:2,deny,msg:'x',tag:'OWASP_CRS',ver:'mine/1.0'"),
    [],
  ],
  [
    'what most rules say',
    rule(`id:942100,phase:2,deny,msg:'x',${TAGS}`) +
      rule(`id:942110,phase:2,deny,msg:'x',${TAGS}`) +
      rule("id:942120,phase:2,deny,msg:'x',tag:'OWASP_CRS',ver:'OWASP_CRS/4.27.0'"),
    ['3 version-mismatch'],
  ],
  [
    'tests: by name, by prefix, for rules that log',
    ['942100', '942110', '942120', '942010']
      .map((id) => rule(`id:${id},phase:2,deny,msg:'x',${TAGS}`))
      .join('') + rule(`id:942130,phase:2,pass,nolog,${TAGS}`),
    ['3 missing-test'],
    'plugins/a.conf',
    { 'tests/regression/mine/942100.yaml': '', 'util/TESTS_EXCLUSIONS': '# why\n94211\n' },
  ],
  [
    'tags: without a list all are right',
    rule(`id:942100,phase:2,deny,msg:'x',tag:'x',${TAGS}`),
    [],
    'rules/a.conf',
  ],
  [
    'names of spelling',
    `SecRule ARGS "@rx x" "id:942100,phase:2,deny,T:urldecode,Msg:'x',tag:'OWASP_CRS',ctl:AuditEngine=Off,ver:'OWASP_CRS/4.28.0'"\n`,
    ['1 name-case', '1 name-case', '1 name-case', '1 name-case'],
  ],
  [
    'indentation: comments and texts over lines stay',
    `SecRule ARGS "@rx x" \\\n    "id:942100,phase:2,deny,\\\n# why\n    msg:'x \\\ny',\\\n    tag:'OWASP_CRS',\\\n  ver:'OWASP_CRS/4.28.0'"\n`,
    ['7 indentation'],
  ],
  [
    'names: an expression that reads what stands before',
    `SecRule ARGS_NAMES "@rx ^(?:[^;]*;|.*x)" "id:942100,phase:2,deny,msg:'x',${TAGS}"\n`,
    [],
  ],
  [
    'names: their number',
    `SecRule &ARGS_NAMES "@streq 1" "id:942100,phase:2,deny,msg:'x',${TAGS}"\n`,
    [],
  ],
  [
    'captures: of one value, and of the rule right before',
    `SecRule REQUEST_URI "@rx (a)" "id:942100,phase:2,deny,capture,msg:'x',${TAGS},chain"\n    SecRule TX:1 "@rx a"\n` +
      `SecRule ARGS "@rx a" "id:942110,phase:2,deny,msg:'x',${TAGS},chain"\n    SecRule REQUEST_HEADERS:X|REQUEST_HEADERS:Y "@rx (a)" \\\n        "capture,chain"\n        SecRule TX:1 "@rx a"\n`,
    ['6 overwritten-capture'],
  ],
];

for (const [what, text, expected, path = 'rules.conf', others = {}] of cases) {
  test(what, () => assert.deepEqual(codesOf(text, path, others), expected));
}

test('all cases ran', () => assert.equal(cases.length, 21));
