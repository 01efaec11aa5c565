/** Bundles the Redis client minified, with only those commands that the client itself sends. */
import { readFileSync } from 'node:fs';
import { type Plugin, transform } from 'esbuild';
import { OLDER_SYNTAX } from './parsable.ts';

/** The commands; all others are sent by `sendCommand`. */
const COMMANDS = [
  ['AUTH', 'auth'],
  ['CLIENT_SETNAME', 'clientSetName'],
  ['CLUSTER_SLOTS', 'clusterSlots'],
  ['PING', 'ping'],
  ['READONLY', 'readonly'],
] as const;

export const smallRedisClient: Plugin = {
  name: 'small-redis-client',
  setup: ({ onLoad }) => {
    onLoad({ filter: /@redis[\\/]client[\\/]dist[\\/].*\.js$/ }, async ({ path }) => {
      const isIndex = /lib[\\/]commands[\\/]index\.js$/.test(path);
      const text = isIndex ? commandIndex() : readFileSync(path, 'utf8');
      const { code } = await transform(text, {
        minify: true,
        target: 'node20',
        supported: OLDER_SYNTAX,
      });
      return { contents: code, loader: 'js' };
    });
  },
};

function commandIndex(): string {
  const entries = COMMANDS.flatMap(([file, method]) => [
    `${file}: require('./${file}').default`,
    `${method}: require('./${file}').default`,
  ]);
  return `exports.default = exports.NON_STICKY_COMMANDS = { ${entries.join(', ')} };
Object.defineProperty(exports, '__esModule', { value: true });`;
}
