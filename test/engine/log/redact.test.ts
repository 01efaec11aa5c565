import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { redactBody, redactHeader, redactMatch } from '../../../runtime/engine/log/redact.ts';
import { redactJson, redactPairs } from '../../../runtime/engine/log/redact-text.ts';
import { isSecretName } from '../../../runtime/engine/log/secret-names.ts';
import { stubMatch } from '../../cli/ftw/stub-waf.ts';

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
  ];
  for (const name of secret) assert.equal(isSecretName(name), true, name);
  for (const name of open) assert.equal(isSecretName(name), false, name);
  assert.equal(secret.length + open.length, 26);
});

test('pairs', () => {
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

test('JSON, also cut off or broken', () => {
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

test('headers', () => {
  const cases = [
    ['AUTHORIZATION', 'Basic eA==', '[redacted]'],
    ['Proxy-Authorization', 'x', '[redacted]'],
    ['Cookie', 'a=b', '[redacted]'],
    ['Set-Cookie', 'a=b', '[redacted]'],
    ['X-Api-Key', 'k', '[redacted]'],
    ['Referer', 'https://h/?token=t', 'https://h/?token=[redacted]'],
    ['Accept', 'text/html;q=0.9', 'text/html;q=0.9'],
  ] as const;
  for (const [name, value, shown] of cases) {
    assert.equal(redactHeader([name, value], 'secrets'), shown, name);
    assert.equal(redactHeader([name, value], 'off'), value, name);
  }
  assert.equal(cases.length, 7);
});

test('matched data are masked when the variable or the text is a secret', () => {
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
  ] as const;
  for (const [variable, key, value, secret] of cases) {
    const match = stubMatch(variable, key, value);
    const [datum] = redactMatch(match, 'secrets');
    const name = `${variable}:${key} ${value}`;
    if (secret)
      assert.equal(datum?.data, `[redacted] found within ${variable}${key && ':'}${key}`, name);
    else assert.equal(datum, match.data[0], name);
  }
  assert.equal(cases.length, 13);
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

test('any bytes: no throw, no secret left, linear time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
      redactBody(text, true, 'secrets');
      assert.ok(!redactPairs(`${text}&password=h7nter&`).includes('h7nter'));
      redactJson(text);
    }),
  );
  for (const unit of ['"\\', '{"password":', '&', '=', '?', 'password', '--b\r\n', '\\u00', ' ']) {
    const long = unit.repeat(400_000 / unit.length);
    const start = performance.now();
    redactBody(`--x${long}`, true, 'secrets');
    redactBody(`[${long}`, false, 'secrets');
    redactBody(long, false, 'secrets');
    assert.ok(performance.now() - start < 1500, `${unit}: ${performance.now() - start} ms`);
  }
});
