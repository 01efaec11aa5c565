/** Variables of the request line, the headers and the connection. */
import { collection, scalar, type VariableRecords } from './record.ts';

export const ofRequest: VariableRecords = {
  AUTH_TYPE: scalar('authType', 'The authentication scheme that a web server has verified.', {
    differs: 'Always empty: a reverse proxy does not have this information.',
  }),
  PATH_INFO: scalar('pathInfo', 'The path after the name of a script.', {
    differs: 'Always empty: a reverse proxy does not have this information.',
  }),
  QUERY_STRING: scalar(
    'queryString',
    'What follows the first ? of the request target, not decoded.',
  ),
  REMOTE_ADDR: scalar('remoteAddr', 'The address of the client.'),
  REMOTE_HOST: scalar(
    'remoteHost',
    'The host name of the client; always its address, because names are never looked up.',
    { differs: 'The address, as in ModSecurity 3: names are never looked up.' },
  ),
  REMOTE_PORT: scalar('remotePort', 'The port of the client.'),
  REMOTE_USER: scalar('remoteUser', 'The user that a web server has authenticated.', {
    differs: 'Always empty: a reverse proxy does not have this information.',
  }),
  REQUEST_BASENAME: scalar('requestBasename', 'The last part of the path, after its last slash.'),
  REQUEST_COOKIES: collection('requestCookies', 'The cookies of the request.', {
    differs:
      'A quoted value, or JSON, with backslashes occurs twice, as sent and decoded, because back ends in Python and Express decode it. Blanks after = stay, as in ModSecurity; Coraza removes them.',
  }),
  REQUEST_COOKIES_NAMES: collection('requestCookiesNames', 'The names of the cookies.'),
  REQUEST_FILENAME: scalar(
    'requestFilename',
    'The path of the request, without the query string.',
    { differs: 'Percent-decoded once, even in targets that set URI_PARSE_ERROR.' },
  ),
  REQUEST_HEADERS: collection('requestHeaders', 'The headers of the request.'),
  REQUEST_HEADERS_NAMES: collection('requestHeadersNames', 'The names of the request headers.'),
  REQUEST_LINE: scalar('requestLine', 'The whole request line: method, target, protocol.'),
  REQUEST_METHOD: scalar('requestMethod', 'The method.'),
  REQUEST_PROTOCOL: scalar(
    'requestProtocol',
    'The protocol of the request line, such as HTTP/1.1.',
  ),
  REQUEST_URI: scalar('requestUri', 'Path and query string, without scheme and host.', {
    differs:
      'As the client wrote it, as in ModSecurity 2; ModSecurity 3 decodes it, and Coraza encodes bytes such as blanks and |.',
  }),
  REQUEST_URI_RAW: scalar('requestUriRaw', 'The request target as the client wrote it.'),
  SERVER_ADDR: scalar('serverAddr', 'The local address that received the request.'),
  SERVER_NAME: scalar('serverName', 'The host that the request names.'),
  SERVER_PORT: scalar('serverPort', 'The local port that received the request.'),
  URI_PARSE_ERROR: scalar(
    'uriParseError',
    '1 when the request target is malformed: a control byte, a broken escape in the path, a malformed host, or neither a path nor a URI.',
  ),
};
