/** The backend of the front's measurement: a small answer to whatever comes. */
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
// The fronts take turns: none is to pay for connections that wait for theirs.
server.keepAliveTimeout = 120_000;
announce(server);
