/** The files of a new project of rules: path -> text. */

/** The pattern of rule files in the profile. */
export const RULES = 'rules/*.conf';

const PROFILE = `{
  "name": "site",
  "files": ["setup.conf", "${RULES}"]
}
`;

const SETUP = `# Settings of the engine. Rules are in rules/, in the order of their file names.

SecRuleEngine On
SecRequestBodyAccess On
SecRequestBodyLimit 13107200
SecRequestBodyNoFilesLimit 131072
SecRequestBodyLimitAction Reject
SecAuditEngine RelevantOnly
SecAuditLogParts ABFHZ
SecComponentSignature "site-rules/0.1.0"

# JSON and XML are parsed only when a rule selects the body processor.
SecRule REQUEST_HEADERS:Content-Type "@rx ^application/(?:[a-z0-9.-]+[+])?json" \\
    "id:1,\\
    phase:1,\\
    pass,\\
    t:none,t:lowercase,\\
    nolog,\\
    ctl:requestBodyProcessor=JSON"

# What cannot be read must not pass.
SecRule REQBODY_ERROR "!@eq 0" \\
    "id:2,\\
    phase:2,\\
    deny,\\
    status:400,\\
    t:none,\\
    log,\\
    msg:'The request body cannot be read',\\
    logdata:'%{REQBODY_ERROR_MSG}',\\
    severity:'CRITICAL'"
`;

const OWN_RULES = `# Own rules. Ids from 1 to 99999 are free for everyone.

# No legitimate request names a file outside of its folder.
SecRule ARGS|REQUEST_FILENAME "@rx (?:^|[/\\x5c])\\.\\.[/\\x5c]" \\
    "id:10001,\\
    phase:2,\\
    deny,\\
    status:403,\\
    t:none,t:urlDecodeUni,\\
    log,\\
    msg:'Path traversal',\\
    logdata:'%{MATCHED_VAR_NAME} holds %{MATCHED_VAR}',\\
    tag:'attack-lfi',\\
    severity:'CRITICAL'"
`;

const TESTS = `# Regression tests in the format of go-ftw: portcullis test tests --profile site
rule_id: 10001
tests:
  - test_id: 1
    desc: A path that leaves its folder
    stages:
      - input:
          uri: /download?file=../../etc/passwd
          headers:
            Host: localhost
        output:
          log:
            expect_ids: [10001]
  - test_id: 2
    desc: Two dots in a name are nothing to worry about
    stages:
      - input:
          uri: /download?file=report..2026.pdf
          headers:
            Host: localhost
        output:
          log:
            no_expect_ids: [10001]
`;

const WORKFLOW = `# Checks every change of the rules. The command must be on the path: install it from its checkout.
name: rules
on: [push, pull_request]
jobs:
  rules:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 20
      - run: portcullis format --check setup.conf rules/*.conf
      - run: portcullis check --profile site --format github
      - run: portcullis test tests --profile site
`;

/** The profile in the files. */
export const PROFILE_NAME = 'site';

export const projectFiles: ReadonlyMap<string, string> = new Map([
  [`profiles/${PROFILE_NAME}.json`, PROFILE],
  ['setup.conf', SETUP],
  ['rules/100-own.conf', OWN_RULES],
  ['tests/10001.yaml', TESTS],
  ['.github/workflows/rules.yml', WORKFLOW],
]);
