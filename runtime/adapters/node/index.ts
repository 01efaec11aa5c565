/** `portcullis-waf/node`: middleware for Express, Connect and other frameworks that call `(request, response, next)`. */
import type { ServerResponse } from 'node:http';
import type { Decision } from '../core/decision.ts';
import { createInspector } from '../core/inspector.ts';
import type { InspectorOptions } from '../core/options.ts';
import { type Guarded, guard, type Refused } from './guard.ts';
import type { FrameworkRequest } from './request-message.ts';
import { sendRefusal } from './send-refusal.ts';
import { shareLayout } from './share-layout.ts';

export { guardUpgrades, type UpgradeGuard, type UpgradeOptions } from './upgrade.ts';
export type { Decision, InspectorOptions };

/** Express sets `ip` according to its setting `trust proxy`. */
export type NodeRequest = FrameworkRequest & { readonly ip?: string | undefined };

export type NodeOptions = InspectorOptions & {
  /** Returns REMOTE_ADDR for the rules. Default: `request.ip` if the framework sets it, otherwise the peer's address. */
  readonly clientAddress?: ((request: NodeRequest) => string | undefined) | undefined;
  /** Responds to refused requests in place of the adapter. */
  readonly onBlock?:
    | ((decision: Decision, request: NodeRequest, response: ServerResponse) => unknown)
    | undefined;
};

export type Middleware = (
  request: NodeRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** Returns the middleware. Register it before everything that reads bodies. */
export function portcullis(options: NodeOptions): Middleware {
  const inspector = createInspector(options);
  const { clientAddress = ({ ip }) => ip, onBlock } = options;
  return (request, response, next) => {
    const respond = async ({ exchange, refusal }: Refused): Promise<void> => {
      if (onBlock === undefined) sendRefusal(request, response, exchange.id, refusal);
      else await onBlock(exchange.decision(), request, response);
    };
    const proceed = (guarded: Guarded): void => {
      if (guarded.kind === 'Passed') next();
      else if (guarded.kind === 'Refused') respond(guarded).catch(next);
    };
    let guarded: Guarded | Promise<Guarded>;
    try {
      shareLayout(request);
      shareLayout(response);
      guarded = guard(inspector, { request, clientAddress: clientAddress(request) }, response);
    } catch (error) {
      next(error);
      return;
    }
    // Without a body to wait for, the application runs in the event of the request, as it does without the adapter.
    if (guarded instanceof Promise) guarded.then(proceed, next);
    else proceed(guarded);
  };
}
