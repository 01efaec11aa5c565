/** The compiler in its worker, which receives messages of the page only by a port. */
import type { LinkedModule } from '../compiler/link-modules.ts';
import { createSession } from '../compiler/session.ts';
import type { ToCompiler, ToPage } from '../protocol.ts';

addEventListener('message', ({ ports: [port] }) => {
  if (port === undefined) return;
  const send = (message: ToPage): void => port.postMessage(message);
  const receive = createSession({ send, load: importText, pause });
  port.addEventListener('message', ({ data }: MessageEvent<ToCompiler>) => {
    void receive(data);
  });
  port.start();
  send({ kind: 'Ready' });
});

/** Imports the result of linkModules as a module, without eval. */
async function importText(text: string): Promise<LinkedModule> {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  try {
    return await import(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Resolves after the messages that are already queued. A timer would take longer. */
function pause(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined);
  });
}
