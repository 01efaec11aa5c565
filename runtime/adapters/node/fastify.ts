/** `portcullis-waf/fastify`: a plugin for Fastify. */
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { Decision } from '../core/decision.ts';
import { createInspector } from '../core/inspector.ts';
import type { InspectorOptions } from '../core/options.ts';
import { refusalHeaders, refusalText } from '../core/refusal-text.ts';
import { guard } from './guard.ts';

export type { Decision, InspectorOptions };

export type FastifyOptions = InspectorOptions & {
  /** Returns REMOTE_ADDR for the rules. Default: `request.ip`, which Fastify's `trustProxy` determines. */
  readonly clientAddress?: ((request: FastifyRequest) => string | undefined) | undefined;
  /** Returns the body sent to refused requests; status and headers are already set. Default: the text of the proxy. */
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

/** Register it first: its hook runs before the hooks that are registered later. */
export const portcullis: FastifyPluginCallback<FastifyOptions> = Object.assign(plugin, {
  // As fastify-plugin does: the hook applies to the routes next to the plugin, not only to those inside it.
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: 'portcullis',
});
