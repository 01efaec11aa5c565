/** Ways to write the host of an API that some server or other might take for it, or for another. */

/** `api.test`, for which other rules are in force than for `web.test`. */
export const HOST_SPELLINGS = [
  'api.test',
  'API.TEST',
  'Api.Test',
  'api.test.',
  'api.test:80',
  'api.test.:443',
  'api.test:65535',
  'api.test:65536',
  'api.test:',
  'api.test..',
  '.api.test',
  'api.test ',
  ' api.test',
  'api.test\t',
  'u@api.test',
  'u:p@api.test',
  'api.test@web.test',
  'web.test@api.test',
  'api.test/../web',
  'api.test/',
  'web.test/api.test',
  'api.test#web.test',
  'api.test?web.test',
  'web.test,api.test',
  'api.test,web.test',
  'web.test api.test',
  'api.test%00',
  'api.test\0',
  'api%2etest',
  '[api.test]',
  'xn--api.test',
  'web.test.api.test',
  'api.test.web.test',
  'apiatest',
  'evilapi.test',
  'http://api.test',
  '//api.test',
  'api.test:80:80',
  'api\u0130.test',
  'web.test\r\nHost: api.test',
  'api.test\r\nHost: web.test',
  'web.test\r\nX-Forwarded-Host: api.test',
] as const;

/** A request with that Host line, byte for byte, and an argument named q. */
export function requestTo(spelling: string, argument: string): string {
  const host = Buffer.from(spelling, 'utf8').toString('latin1');
  return `GET /?q=${argument} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: Mozilla/5.0\r\nAccept: */*\r\n\r\n`;
}
