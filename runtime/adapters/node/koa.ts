/** `portcullis-waf/koa`: middleware for Koa. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Decision } from '../core/decision.ts';
import { createInspector } from '../core/inspector.ts';
import type { InspectorOptions } from '../core/options.ts';
import { refusalHeaders, refusalText } from '../core/refusal-text.ts';
import { guard } from './guard.ts';

export type { Decision, InspectorOptions };

/** The part of Koa's context that the adapter uses. */
export type KoaContext = {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** The target as received; `url` lacks the prefix where koa-mount has mounted. */
  readonly originalUrl: string;
  /** The client address, as Koa's `app.proxy` determines it. */
  readonly ip: string;
  status: number;
  body: unknown;
  respond?: boolean;
  readonly set: (headers: { [name: string]: string }) => void;
};

export type KoaOptions<Context> = InspectorOptions & {
  /** Returns REMOTE_ADDR for the rules. Default: `context.ip`. */
  readonly clientAddress?: ((context: Context) => string | undefined) | undefined;
  /** Changes the response to a refused request, which is in the context already. */
  readonly onBlock?: ((decision: Decision, context: Context) => unknown) | undefined;
};

/** Returns the middleware. Use it before everything that reads bodies. */
export function portcullis<Context extends KoaContext = KoaContext>(
  options: KoaOptions<Context>,
): (context: Context, next: () => Promise<unknown>) => Promise<void> {
  const inspector = createInspector(options);
  const { clientAddress = ({ ip }) => ip, onBlock } = options;
  return async (context, next) => {
    const { req: request, originalUrl: target } = context;
    const received = { request, target, clientAddress: clientAddress(context) };
    const guarded = await guard(inspector, received, context.res);
    if (guarded.kind === 'Passed') {
      await next();
      return;
    }
    if (guarded.kind === 'Gone' || guarded.refusal.kind === 'drop') {
      context.respond = false;
      context.req.destroy();
      return;
    }
    const { exchange, refusal } = guarded;
    context.status = refusal.status;
    context.set({ ...refusalHeaders(exchange.id, refusal) });
    context.body = refusalText(exchange.id, refusal);
    await onBlock?.(exchange.decision(), context);
  };
}
