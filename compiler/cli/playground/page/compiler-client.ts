/** The page's end of the compiler: a frame of its own origin with a worker in it, and a port to that. */
import type { ToCompiler, ToPage } from '../protocol.ts';

export type Compiler = { readonly send: (message: ToCompiler) => void };

/** Messages that are sent before the frame is there wait for it. */
export function startCompiler(
  frame: HTMLIFrameElement,
  receive: (message: ToPage) => void,
): Compiler {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', ({ data }: MessageEvent<ToPage>) => receive(data));
  port1.start();
  // The frame has an opaque origin, which no other target than * names.
  frame.addEventListener('load', () => frame.contentWindow?.postMessage(undefined, '*', [port2]), {
    once: true,
  });
  frame.src = 'sandbox.html';
  return { send: (message) => port1.postMessage(message) };
}
