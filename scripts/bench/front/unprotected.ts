/** http-proxy without additions, with a keep-alive agent: a lower bound for any proxy that uses it. */
import { Agent, createServer } from 'node:http';
import httpProxy from 'http-proxy';
import { announce } from './announce.ts';

const target = { host: '127.0.0.1', port: Number(process.env['BACKEND_PORT']) };
const proxy = httpProxy.createProxyServer({ target, agent: new Agent({ keepAlive: true }) });
proxy.on('error', (_error, _request, response) => {
  response.end();
});
announce(createServer((request, response) => proxy.web(request, response)));
