/** Connects the page to the compiler, which runs in a worker in a frame with a different origin, by a message port. */
import type { ToCompiler, ToPage } from '../protocol.ts';

export type Compiler = { readonly send: (message: ToCompiler) => void };

/** Starts the compiler. Messages that are sent before the frame has loaded are queued. */
export function startCompiler(
  frame: HTMLIFrameElement,
  receive: (message: ToPage) => void,
): Compiler {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', ({ data }: MessageEvent<ToPage>) => receive(data));
  port1.start();
  // The frame has an opaque origin, so * is the only possible target origin.
  frame.addEventListener('load', () => frame.contentWindow?.postMessage(undefined, '*', [port2]), {
    once: true,
  });
  frame.src = 'sandbox.html';
  return { send: (message) => port1.postMessage(message) };
}
