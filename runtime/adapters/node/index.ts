/** `portcullis-waf/node`: middleware for Express, Connect and whatever else calls `(request, response, next)`. */
import type { ServerResponse } from 'node:http';
import type { Decision } from '../core/decision.ts';
import { createInspector } from '../core/inspector.ts';
import type { InspectorOptions } from '../core/options.ts';
import { guard } from './guard.ts';
import type { FrameworkRequest } from './request-message.ts';
import { sendRefusal } from './send-refusal.ts';

export { guardUpgrades, type UpgradeGuard, type UpgradeOptions } from './upgrade.ts';
export type { Decision, InspectorOptions };

/** Express fills `ip` as its setting `trust proxy` says. */
export type NodeRequest = FrameworkRequest & { readonly ip?: string | undefined };

export type NodeOptions = InspectorOptions & {
  /** REMOTE_ADDR of the rules. Default: `request.ip` where the framework knows it, else the peer's address. */
  readonly clientAddress?: ((request: NodeRequest) => string | undefined) | undefined;
  /** Answers refused requests in its own way. */
  readonly onBlock?:
    | ((decision: Decision, request: NodeRequest, response: ServerResponse) => unknown)
    | undefined;
};

export type Middleware = (
  request: NodeRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** Register it before everything that reads bodies. */
export function portcullis(options: NodeOptions): Middleware {
  const inspector = createInspector(options);
  const { clientAddress = ({ ip }) => ip, onBlock } = options;
  return (request, response, next) => {
    inspect(request, response).then((passes) => {
      if (passes) next();
    }, next);
  };

  /** Returns whether the application may answer. */
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
