/** `portcullis-waf/hono`: middleware for Hono on any platform. */
import type { Context, MiddlewareHandler } from 'hono';
import type { Decision } from '../core/decision.ts';
import { createInspector } from '../core/inspector.ts';
import type { InspectorOptions } from '../core/options.ts';
import { platformAddress, socketAddress } from './client-address.ts';
import { guardRequest, guardResponse, refuse } from './guard.ts';

export type { Decision, InspectorOptions };

export type HonoOptions = InspectorOptions & {
  /** Returns REMOTE_ADDR for the rules. Default: the address that the platform provides. */
  readonly clientAddress?: ((context: Context) => string | undefined) | undefined;
  /** Returns the response to refused requests in place of the adapter's. */
  readonly onBlock?:
    | ((decision: Decision, context: Context) => Response | Promise<Response>)
    | undefined;
};

/** Returns the middleware. Use it before everything that reads bodies. */
export function portcullis(options: HonoOptions): MiddlewareHandler {
  const inspector = createInspector(options);
  const { clientAddress = addressOf, onBlock } = options;
  return async (context, next) => {
    const { raw } = context.req;
    const { exchange, refusal } = await guardRequest(inspector, raw, clientAddress(context));
    if (refusal !== undefined) {
      const response = refuse(exchange, refusal);
      return onBlock === undefined ? response : onBlock(exchange.decision(), context);
    }
    try {
      await next();
      const inspected = await guardResponse(exchange, context.res, raw.method);
      // Hono merges the headers of the old response into a new one that is assigned.
      if (inspected !== context.res) {
        context.res = undefined;
        context.res = inspected;
      }
    } finally {
      exchange.close();
    }
    return undefined;
  };
}

/** Returns the client's address. Hono's `env` holds what Deno passes, Bun's server, or the request of Node. */
function addressOf({ env, req }: Context): string | undefined {
  return (
    platformAddress(req.raw, [env]) ??
    platformAddress(req.raw, [env?.server]) ??
    socketAddress(env?.incoming)
  );
}
