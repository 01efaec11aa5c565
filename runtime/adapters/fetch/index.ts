/**
 * `portcullis-waf/fetch`: for Workers, Deno.serve, Bun.serve, Next.js and any other host whose handlers return a
 * Response for a Request.
 */
import type { Decision } from '../core/decision.ts';
import { createInspector } from '../core/inspector.ts';
import type { InspectorOptions } from '../core/options.ts';
import { platformAddress } from './client-address.ts';
import { guardRequest, guardResponse, refuse } from './guard.ts';

export type { Decision, InspectorOptions };

export type FetchOptions<Rest extends readonly unknown[]> = InspectorOptions & {
  /** Returns REMOTE_ADDR for the rules. Default: the address that Workers, Deno and Bun provide, otherwise "". */
  readonly clientAddress?: ((request: Request, ...rest: Rest) => string | undefined) | undefined;
  /** Returns the response to refused requests in place of the adapter's. */
  readonly onBlock?:
    | ((decision: Decision, request: Request) => Response | Promise<Response>)
    | undefined;
};

/** Returns a handler that calls `handler` for requests that pass, with the same arguments. */
export function protect<Received extends Request, Rest extends readonly unknown[]>(
  options: FetchOptions<Rest>,
  handler: (request: Received, ...rest: Rest) => Response | Promise<Response>,
): (request: Received, ...rest: Rest) => Promise<Response> {
  const inspector = createInspector(options);
  const { clientAddress = (request, ...rest) => platformAddress(request, rest), onBlock } = options;
  return async (request, ...rest) => {
    const address = clientAddress(request, ...rest);
    const { exchange, refusal } = await guardRequest(inspector, request, address);
    if (refusal === undefined) {
      try {
        return await guardResponse(exchange, await handler(request, ...rest), request.method);
      } finally {
        exchange.close();
      }
    }
    const response = refuse(exchange, refusal);
    return onBlock === undefined ? response : onBlock(exchange.decision(), request);
  };
}
