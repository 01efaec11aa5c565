/** `tsx scripts/ftw-backend.ts [PORT]`: runs the backend of the CRS regression tests until it is stopped. */
import { startBackend } from '#compiler/cli/ftw/backend.ts';

const server = await startBackend(Number(process.argv[2] ?? 8000));
console.log('Listening on', server.address());
