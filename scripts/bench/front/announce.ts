/** Prints where the servers of this measurement listen, in the format of the proxy's own line. */
import type { Server } from 'node:http';

/** Listens on a free port of 127.0.0.1 and prints it. */
export function announce(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address !== 'object' || address === null) return;
    console.log(`Listening on :${address.port}`);
  });
}
