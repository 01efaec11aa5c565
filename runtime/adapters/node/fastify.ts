/** `portcullis-waf/fastify`: a plugin for Fastify. */
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { Decision } from '../core/decision.ts';
import { createInspector } from '../core/inspector.ts';
import type { InspectorOptions } from '../core/options.ts';
import { refusalHeaders, refusalText } from '../core/refusal-text.ts';
import { guard } from './guard.ts';

export type { Decision, InspectorOptions };

export type FastifyOptions = InspectorOptions & {
  /** REMOTE_ADDR of the rules. Default: `request.ip`, which Fastify's `trustProxy` decides. */
  readonly clientAddress?: ((request: FastifyRequest) => string | undefined) | undefined;
  /** What is sent to refused requests; status and headers are set. Default: the text of the proxy. */
  readonly onBlock?:
    | ((decision: Decision, request: FastifyRequest, reply: FastifyReply) => unknown)
    | undefined;
};

const plugin: FastifyPluginCallback<FastifyOptions> = (fastify, options, done) => {
  const inspector = createInspector(options);
  const { clientAddress = ({ ip }) => ip, onBlock } = options;
  fastify.addHook('onRequest', async (request, reply) => {
    const received = { request: request.raw, clientAddress: clientAddress(request) };
    const guarded = await guard(inspector, received, reply.raw);
    if (guarded.kind === 'Passed') return undefined;
    if (guarded.kind === 'Gone' || guarded.refusal.kind === 'drop') {
      reply.hijack();
      request.raw.destroy();
      return reply;
    }
    const { exchange, refusal } = guarded;
    reply.code(refusal.status).headers(refusalHeaders(exchange.id, refusal));
    const text = onBlock?.(exchange.decision(), request, reply);
    return reply.sent ? reply : reply.send(text ?? refusalText(exchange.id, refusal));
  });
  done();
};

/** Register it first: its hook runs before those of what is registered after it. */
export const portcullis: FastifyPluginCallback<FastifyOptions> = Object.assign(plugin, {
  // What fastify-plugin does: the hook is for the routes beside the plugin, not only for those inside.
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: 'portcullis',
});
