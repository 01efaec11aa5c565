/** The backend of the front's measurement: sends a small response to every request. */
import { createServer } from 'node:http';
import { announce } from './announce.ts';

const BODY = 'Hello from the backend of the benchmark.\n';

const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => {
    response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': BODY.length });
    response.end(BODY);
  });
});
// Closes idle connections, so that no front pays for those of another.
server.keepAliveTimeout = 120_000;
announce(server);
