/** Variables of the request line, the headers and the connection. */
import { collection, scalar, type VariableRecords } from './record.ts';

export const ofRequest: VariableRecords = {
  AUTH_TYPE: scalar('authType', 'The authentication scheme a web server has checked.', {
    differs: 'Always empty: a reverse proxy does not know it.',
  }),
  PATH_INFO: scalar('pathInfo', 'The path behind the name of a script.', {
    differs: 'Always empty: a reverse proxy does not know it.',
  }),
  QUERY_STRING: scalar(
    'queryString',
    'What follows the first ? of the request target, not decoded.',
  ),
  REMOTE_ADDR: scalar('remoteAddr', 'The address of the client.'),
  REMOTE_HOST: scalar(
    'remoteHost',
    'The name of the client; its address, since names are never asked for.',
    { differs: 'The address, as in ModSecurity 3: no name server is asked.' },
  ),
  REMOTE_PORT: scalar('remotePort', 'The port of the client.'),
  REMOTE_USER: scalar('remoteUser', 'The user a web server has authenticated.', {
    differs: 'Always empty: a reverse proxy does not know it.',
  }),
  REQUEST_BASENAME: scalar(
    'requestBasename',
    'The last part of the path: what follows its last slash.',
  ),
  REQUEST_COOKIES: collection('requestCookies', 'The cookies of the request.'),
  REQUEST_COOKIES_NAMES: collection('requestCookiesNames', 'The names of the cookies.'),
  REQUEST_FILENAME: scalar(
    'requestFilename',
    'The path of the request, without the query string.',
    { differs: 'Percent-decoded once, also in targets that Go cannot parse.' },
  ),
  REQUEST_HEADERS: collection('requestHeaders', 'The headers of the request.'),
  REQUEST_HEADERS_NAMES: collection('requestHeadersNames', 'The names of the request headers.'),
  REQUEST_LINE: scalar('requestLine', 'The whole request line: method, target, protocol.'),
  REQUEST_METHOD: scalar('requestMethod', 'The method.'),
  REQUEST_PROTOCOL: scalar(
    'requestProtocol',
    'The protocol of the request line, such as HTTP/1.1.',
  ),
  REQUEST_URI: scalar('requestUri', 'Path and query string, without scheme and host.'),
  REQUEST_URI_RAW: scalar('requestUriRaw', 'The request target as the client wrote it.'),
  SERVER_ADDR: scalar('serverAddr', 'The address the request came in at.'),
  SERVER_NAME: scalar('serverName', 'The host the request names.'),
  SERVER_PORT: scalar('serverPort', 'The port the request came in at.'),
};
