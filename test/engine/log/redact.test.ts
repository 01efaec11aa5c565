import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { redactBody, redactHeader, redactMatch, redactTarget } from '#engine/log/redact.ts';
import { redactJson, redactPairs, redactXml } from '#engine/log/redact-text.ts';
import { isSecretHeader, isSecretName, ORDINARY_HEADERS } from '#engine/log/secret-names.ts';
import { stubMatch } from '../../cli/ftw/stub-waf.ts';
import { cpuMilliseconds } from '../../helpers/cpu-time.ts';
import { rowTitle } from '../../helpers/row-title.ts';

test('names like a password are known, and words that contain one are not', () => {
  const secret = [
    'password',
    'PassWd',
    'user[passwd]',
    'json.user.password',
    'new_password2',
    'pass',
    'user_pass',
    'userPass',
    'pwd',
    'client_secret',
    'csrf_token',
    'api-key',
    'apiKey',
    'PIN',
    'otp',
    'cvv2',
    ...['sessionid', 'session', 'PHPSESSID', 'JSESSIONID', 'ASP.NET_SessionId', 'connect.sid'],
    ...['sid', 'SID', 'user[sid]', 'userSid', 'deviceSID', 'sidValue', 'sess', 'CFID', 'CFTOKEN'],
    ...['jwt', 'id_jwt', 'authJwt', 'access_token', 'refreshToken', 'id_token', 'Bearer', 'auth'],
    ...['oauth_verifier', 'oauth_signature', 'x-auth', 'authCode', 'auth_code', 'Authorization'],
    ...['userOtp', 'otp_code', 'otpCode', 'totp', 'mfa', '2fa', 'mfaCode', 'verification_code'],
    ...['csrfmiddlewaretoken', '_csrf', 'XSRF-TOKEN', '__RequestVerificationToken', 'SAMLResponse'],
    ...['X-Amz-Signature', 'X-Amz-Credential', 'X-Amz-Security-Token', 'sig', 'AWSAccessKeyId'],
    ...['private_key', 'x-functions-key', 'Ocp-Apim-Subscription-Key', 'client_assertion', 'DPoP'],
    ...['credentials', 'creds', 'php-auth-pw', 'passphrase', 'user_pass1', 'userpass_x', 'salt'],
    ...['cardNumber', 'card_number', 'cc-num', 'creditCard', 'ssn', 'iban', 'account_number'],
  ];
  const open = [
    'passenger',
    'bypassed',
    'compassion',
    'user',
    'q',
    'shipping',
    'spin',
    'option',
    'keyboard',
    '',
    ...['author', 'authority', 'authenticated', 'inside', 'side', 'ssid', 'consider', 'sidebar'],
    ...['signal', 'design', 'assign', 'sign', 'passage', 'pinned', 'opinion', 'typing', 'key'],
    ...['primary_key', 'sort_key', 'Sec-WebSocket-Key', 'Idempotency-Key', 'salty', 'assess'],
    ...['code', 'state', 'nonce', 'email', 'card', 'discard', 'page', 'id', 'lang', 'ssow'],
  ];
  for (const name of secret) assert.equal(isSecretName(name), true, name);
  for (const name of open) assert.equal(isSecretName(name), false, name);
  assert.deepEqual([secret.length, open.length], [82, 43]);
});

test('secrets in pairs are redacted', () => {
  const cases = [
    ['/a?x=1&password=hunter2&y=2', '/a?x=1&password=[redacted]&y=2'],
    ['password=two words', 'password=[redacted]'],
    ['p%61ss%77ord=x&b', 'p%61ss%77ord=[redacted]&b'],
    ['a=1; pwd=x', 'a=1; pwd=[redacted]'],
    ['GET /?token=t HTTP/1.1', 'GET /?token=[redacted]'],
    ['https://h/?u=1&secret=s#f', 'https://h/?u=1&secret=[redacted]'],
    ['password', 'password'],
    ['password=', 'password=[redacted]'],
    ['x=password', 'x=password'],
    ['', ''],
  ] as const;
  for (const [text, shown] of cases) assert.equal(redactPairs(text), shown, text);
  assert.equal(cases.length, 10);
});

test('targets: query, parameters of the path, and a password before the host', () => {
  const cases = [
    ['/a?sessionid=x&b=1', '/a?sessionid=[redacted]&b=1'],
    ['/a;jsessionid=x?q=1', '/a;jsessionid=[redacted]?q=1'],
    ['/a;v=1;JSESSIONID=x;w/b;sid=y/c', '/a;v=1;JSESSIONID=[redacted];w/b;sid=[redacted]/c'],
    ['/a;j%73essionid=x', '/a;j%73essionid=[redacted]'],
    ['/?userpass=x&y', '/?userpass=[redacted]&y'],
    ['/?%50assword=x', '/?%50assword=[redacted]'],
    ['https://joe:pw@h/a?x', 'https://[redacted]@h/a?x'],
    ['https://joe:p@w@h/a@b?x', 'https://[redacted]@h/a@b?x'],
    ['http://h/a@b?jwt=e.f.g', 'http://h/a@b?jwt=[redacted]'],
    ['/a;x=1?b=2', '/a;x=1?b=2'],
    ['/joe@h', '/joe@h'],
    ['', ''],
  ] as const;
  for (const [target, shown] of cases) assert.equal(redactTarget(target, 'secrets'), shown, target);
  for (const [target] of cases) assert.equal(redactTarget(target, 'off'), target);
  assert.equal(cases.length, 12);
});

test('secrets in XML are redacted, also when it is cut off or broken', () => {
  const cases = [
    ['<a><password>x</password><b>y</b></a>', '<a><password>[redacted]</password><b>y</b></a>'],
    [
      '<wsse:Password Type="t">x</wsse:Password>',
      '<wsse:Password Type="t">[redacted]</wsse:Password>',
    ],
    ['<secret><a>x</a><b>y</b></secret><c/>', '<secret>[redacted]</secret><c/>'],
    ['<token><![CDATA[x]]></token>', '<token>[redacted]</token>'],
    ['<user name="joe" pin="1234"/>', '<user name="joe" pin="[redacted]"/>'],
    ["<user pin = '12>", '<user pin = "[redacted]">'],
    ['<session/><b>y</b>', '<session/><b>y</b>'],
    ['<password>cut o', '<password>[redacted]'],
    ['<a>password</a>', '<a>password</a>'],
    ['<<password>>x', '<<password>[redacted]'],
  ] as const;
  for (const [text, shown] of cases) assert.equal(redactXml(text), shown, text);
  assert.equal(cases.length, 10);
  assert.equal(redactBody(' <pin>1</pin>', false, 'secrets'), ' <pin>[redacted]</pin>');
});

test('secrets in JSON are redacted, also when it is cut off or broken', () => {
  const cases = [
    ['{"a":1,"password":"x","b":2}', '{"a":1,"password":"[redacted]","b":2}'],
    ['{"password" : 12 }', '{"password" :"[redacted]" }'],
    ['{"pass\\u0077ord":"x"}', '{"pass\\u0077ord":"[redacted]"}'],
    ['{"secret":{"a":["x",{}]},"b":1}', '{"secret":"[redacted]","b":1}'],
    ['[{"pwd":null},{"pwd":[]}]', '[{"pwd":"[redacted]"},{"pwd":"[redacted]"}]'],
    ['{"password":"a\\"b\\\\","c":1}', '{"password":"[redacted]","c":1}'],
    ['{"password":"cut o', '{"password":"[redacted]"'],
    ['{"password":{"a":', '{"password":"[redacted]"'],
    ['{"password":', '{"password":"[redacted]"'],
    ['{"x":"password"}', '{"x":"password"}'],
    ['{"x":"\\"password\\":1"}', '{"x":"\\"password\\":1"}'],
    ['plain', 'plain'],
  ] as const;
  for (const [text, shown] of cases) assert.equal(redactJson(text), shown, text);
  assert.equal(cases.length, 12);
});

test('bodies are masked for what they are, not for what they say they are', () => {
  assert.equal(redactBody(' {"password":"x"}', false, 'secrets'), ' {"password":"[redacted]"}');
  assert.equal(redactBody('password=x', false, 'secrets'), 'password=[redacted]');
  assert.equal(redactBody('password=x', false, 'off'), 'password=x');
  const part = (name: string, content: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
  assert.equal(
    redactBody(`${part('a', '1')}${part('password', 'x\r\ny')}--b--\r\n`, true, 'secrets'),
    `${part('a', '1')}${part('password', '[redacted]')}--b--\r\n`,
  );
});

test('secrets in headers are redacted', async (t) => {
  const cases = [
    ['AUTHORIZATION', 'Basic eA==', '[redacted]'],
    ['Proxy-Authorization', 'x', '[redacted]'],
    ['Cookie', 'a=b', '[redacted]'],
    ['Set-Cookie', 'a=b', '[redacted]'],
    ['X-Api-Key', 'k', '[redacted]'],
    ['Referer', 'https://h/?token=t', 'https://h/?token=[redacted]'],
    ['Accept', 'text/html;q=0.9', 'text/html;q=0.9'],
    ['Referer', 'https://h/a;jsessionid=t?q=1', 'https://h/a;jsessionid=[redacted]?q=1'],
    ['Location', 'https://joe:x@h/', 'https://[redacted]@h/'],
    ['X-Session-Id', 's', '[redacted]'],
    ['X-CSRF-Token', 's', '[redacted]'],
    ['Cookie2', 's', '[redacted]'],
  ] as const;
  for (const [name, value, shown] of cases) {
    await t.test(rowTitle(name), () => {
      assert.equal(redactHeader([name, value], 'secrets'), shown, name);
      assert.equal(redactHeader([name, value], 'off'), value, name);
    });
  }
  assert.equal(cases.length, 12);
});

test('matched data are masked when the variable or the text is a secret', async (t) => {
  const cases = [
    ['ARGS', 'password', 'v', true],
    ['ARGS_POST', 'json.password', 'v', true],
    ['ARGS', 'q', 'v', false],
    ['ARGS_NAMES', 'password', 'password', false],
    ['REQUEST_COOKIES', 'lang', 'v', true],
    ['REQUEST_COOKIES_NAMES', 'lang', 'lang', false],
    ['REQUEST_HEADERS', 'authorization', 'v', true],
    ['REQUEST_HEADERS', 'User-Agent', 'v', false],
    ['REQUEST_BODY', '', 'a=1&password=v', true],
    ['REQUEST_BODY', '', '{"password":"v"}', true],
    ['REQUEST_URI', '', '/?p%61ssword=v', true],
    ['REQUEST_BODY', '', 'I forgot my password', false],
    ['ARGS', 'next', '/login?token=v', true],
    ['ARGS', 'sessionid', 'v', true],
    ['ARGS_POST', 'json.jwt', 'v', true],
    ['REQUEST_HEADERS', 'X-Auth', 'v', true],
    ['REQUEST_URI', '', '/a;jsessionid=v', true],
    ['QUERY_STRING', '', 'sid=v', true],
    ['REQUEST_URI', '', '/?%50assword=v', true],
    ['REQUEST_BODY', '', '<a><pin>v</pin></a>', true],
    ['ARGS', 'q', '<pin>v</pin>', false],
    ['ARGS', 'u', 'http://good@evil.test/', false],
  ] as const;
  for (const [variable, key, value, secret] of cases) {
    await t.test(rowTitle(variable), () => {
      const match = stubMatch(variable, key, value);
      const [datum] = redactMatch(match, 'secrets');
      const name = `${variable}:${key} ${value}`;
      if (secret)
        assert.equal(datum?.data, `[redacted] found within ${variable}${key && ':'}${key}`, name);
      else assert.equal(datum, match.data[0], name);
    });
  }
  assert.equal(cases.length, 22);
});

test('ordinary headers are no secrets in any case', () => {
  assert.equal(ORDINARY_HEADERS.size, 36);
  const name = fc.constantFrom(...ORDINARY_HEADERS);
  fc.assert(
    fc.property(name, fc.infiniteStream(fc.boolean()), (lower, isUpper) => {
      const spelt = lower.replace(/[a-z]/g, (letter) =>
        isUpper.next().value ? letter.toUpperCase() : letter,
      );
      assert.ok(!isSecretHeader(spelt), spelt);
    }),
    { numRuns: 5000 },
  );
});

test('the secrets of a match are looked for once, for all logs', () => {
  let reads = 0;
  const match = stubMatch('ARGS', 'q', 'attack');
  const data = match.data.map((datum) => ({
    ...datum,
    get value() {
      reads += 1;
      return 'password=v';
    },
  }));
  const [first] = redactMatch({ ...match, data }, 'secrets');
  const before = reads;
  assert.ok(before > 0);
  const [second] = redactMatch({ ...match, data }, 'secrets');
  // Masking copies the datum, and removes its value from the message.
  assert.equal(reads - before, 2);
  assert.deepEqual(second, first);
});

test('one secret value leaves the others shown, unless a chain speaks for all of them', () => {
  const open = stubMatch('ARGS', 'q', 'attack');
  const secret = stubMatch('ARGS', 'password', 'attack');
  const texts = (data: typeof open.data) =>
    redactMatch({ ...open, data }, 'secrets').map((datum) => datum.data);
  const mask = '[redacted] found within ARGS:';
  assert.deepEqual(texts([...open.data, ...secret.data]), [
    'Matched Data: attack found within ARGS:q',
    `${mask}password`,
  ]);
  const link = secret.data.map((datum) => ({ ...datum, message: '', data: '' }));
  assert.deepEqual(texts([...open.data, ...link]), [`${mask}q`, '']);
});

test('any bytes: no throw, no secret left, linear time', async (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
      redactBody(text, true, 'secrets');
      assert.ok(!redactPairs(`${text}&password=h7nter&`).includes('h7nter'));
      redactJson(text);
    }),
  );
  for (const unit of [
    '"\\',
    '{"password":',
    '&',
    '=',
    '?',
    'password',
    '--b\r\n',
    '\\u00',
    ' ',
    '<pin>',
    ' pin="',
    ';sid=',
    'a://',
  ]) {
    await t.test(rowTitle(unit), () => {
      const long = unit.repeat(400_000 / unit.length);
      const took = cpuMilliseconds(() => {
        redactBody(`--x${long}`, true, 'secrets');
        redactBody(`[${long}`, false, 'secrets');
        redactBody(long, false, 'secrets');
        redactBody(`<${long}`, false, 'secrets');
        redactTarget(`/${long}`, 'secrets');
      });
      assert.ok(took < 1500, `${unit}: ${took} ms`);
    });
  }
});
