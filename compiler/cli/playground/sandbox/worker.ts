/** The compiler in its worker; it hears of the page by a port alone. */
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

/** `text` is what linkModules gave. It is imported as a file would be: nothing is handed to eval. */
async function importText(text: string): Promise<LinkedModule> {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  try {
    return await import(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** To the end of the queue of messages; timers would wait longer. */
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
