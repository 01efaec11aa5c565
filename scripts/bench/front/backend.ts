/** The backend of the measurement: sends a small response to every request. */
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
// The time-out is long, so that no server pays for opening connections again after another was measured.
server.keepAliveTimeout = 120_000;
announce(server);
