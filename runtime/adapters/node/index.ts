/** `portcullis-waf/node`: middleware for Express, Connect and other frameworks that call `(request, response, next)`. */
import type { ServerResponse } from 'node:http';
import type { Decision } from '../core/decision.ts';
import { createInspector } from '../core/inspector.ts';
import type { InspectorOptions } from '../core/options.ts';
import { guard } from './guard.ts';
import type { FrameworkRequest } from './request-message.ts';
import { sendRefusal } from './send-refusal.ts';

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
    inspect(request, response).then((passes) => {
      if (passes) next();
    }, next);
  };

  /** Returns whether the application may respond. */
  async function inspect(request: NodeRequest, response: ServerResponse): Promise<boolean> {
    const received = { request, clientAddress: clientAddress(request) };
    const guarded = await guard(inspector, received, response);
    if (guarded.kind !== 'Refused') return guarded.kind === 'Passed';
    const { exchange, refusal } = guarded;
    if (onBlock === undefined) sendRefusal(request, response, exchange.id, refusal);
    else await onBlock(exchange.decision(), request, response);
    return false;
  }
}
