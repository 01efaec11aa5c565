/** `portcullis-waf/node`: middleware for Express, Connect and whatever else calls `(request, response, next)`. */
import type { ServerResponse } from 'node:http';
import type { Decision } from '../core/decision.ts';
import { createInspector } from '../core/inspector.ts';
import type { InspectorOptions } from '../core/options.ts';
import { guard, type Refused } from './guard.ts';
import type { FrameworkRequest } from './request-message.ts';
import { sendRefusal } from './send-refusal.ts';

export type { Decision, InspectorOptions };

/** Express fills `ip` as its setting `trust proxy` says. */
export type NodeRequest = FrameworkRequest & { readonly ip?: string | undefined };

export type NodeOptions = InspectorOptions & {
  /** REMOTE_ADDR of the rules. Default: `request.ip` where the framework knows it, else the peer's address. */
  readonly clientAddress?: ((request: NodeRequest) => string | undefined) | undefined;
  /** Answers refused requests in its own way. */
  readonly onBlock?:
    | ((decision: Decision, request: NodeRequest, response: ServerResponse) => void)
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
    guard(inspector, request, response, clientAddress(request)).then((guarded) => {
      if (guarded.kind === 'Passed') next();
      else if (guarded.kind === 'Refused') answer(guarded, request, response, next);
    }, next);
  };

  function answer(
    { exchange, refusal }: Refused,
    request: NodeRequest,
    response: ServerResponse,
    next: (error: unknown) => void,
  ): void {
    if (onBlock === undefined) {
      sendRefusal(request, response, exchange.id, refusal);
      return;
    }
    try {
      onBlock(exchange.decision(), request, response);
    } catch (error) {
      next(error);
    }
  }
}
