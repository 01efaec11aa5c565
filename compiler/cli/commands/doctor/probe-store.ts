/** Runs the operations of the proxy on a store, with separate keys. */
import { messageOf } from '#proxy/message-of.ts';
import type { StoreAddress } from '#proxy/settings/store-address.ts';
import { BAN, UNBAN } from '#proxy/shared/scripts/bans.ts';
import { HEARTBEAT, LEAVE } from '#proxy/shared/scripts/heartbeat.ts';
import { LOAD_RECORDS, WRITE_RECORD } from '#proxy/shared/scripts/records.ts';
import { REPAY, TAKE } from '#proxy/shared/scripts/take.ts';
import { listIn, numberIn, type ScriptCall, type Store, textIn } from '#proxy/shared/store.ts';
import { withConnectedStore } from '../../project/connected-store.ts';

export type Probe = {
  /** Duration of one call. */
  readonly milliseconds: number;
  /** Operations that the user is not allowed to run, with the reasons. */
  readonly refused: readonly string[];
  /** Undefined when it cannot be read. */
  readonly evictionPolicy: string | undefined;
  /** Milliseconds by which the server's clock is ahead. */
  readonly clock: number;
};

const KEY = (name: string): string => `pc:{doctor}:${name}`;

const INFO = { name: 'info', text: `return redis.call('INFO', 'memory')` };

const DELETE = { text: `return redis.call('DEL', unpack(KEYS))` };

/** Each script once, then the keys that they leave. */
const CALLS: readonly (readonly [what: string, call: ScriptCall])[] = [
  [
    'count replicas',
    { script: HEARTBEAT, keys: [KEY('members'), KEY('version')], values: ['doctor', 1] },
  ],
  ['leave', { script: LEAVE, keys: [KEY('members')], values: ['doctor'] }],
  ['take tokens', { script: TAKE, keys: [KEY('bucket')], values: [1000, 1000, 1] }],
  ['return tokens', { script: REPAY, keys: [KEY('bucket')], values: [1000, 1000, 1] }],
  [
    'write collections',
    { script: WRITE_RECORD, keys: [KEY('record')], values: [1, 'Add', 'n', 1, ''] },
  ],
  ['read collections', { script: LOAD_RECORDS, keys: [KEY('record')], values: [] }],
  [
    'ban',
    {
      script: BAN,
      keys: [KEY('bans'), KEY('origins'), KEY('version')],
      values: ['::/128', 1, 'doctor', KEY('channel')],
    },
  ],
  [
    'unban',
    {
      script: UNBAN,
      keys: [KEY('bans'), KEY('origins'), KEY('version')],
      values: ['::/128', KEY('channel')],
    },
  ],
  [
    'delete keys',
    { script: DELETE, keys: ['members', 'version', 'bucket', 'record'].map(KEY), values: [] },
  ],
];

/** Rejects when there is no connection within three seconds. */
export function probeStore(address: StoreAddress): Promise<Probe> {
  return withConnectedStore(address, probeConnected);
}

async function probeConnected(store: Store): Promise<Probe> {
  const refused: string[] = [];
  let clock = 0;
  for (const [what, call] of CALLS) {
    try {
      const reply = await store.evaluate(call);
      if (call.script === HEARTBEAT) clock = numberIn(listIn(reply)[2]) - Date.now();
    } catch (error) {
      refused.push(`${what} (${messageOf(error)})`);
    }
  }
  const begun = performance.now();
  await store.evaluate({ script: LOAD_RECORDS, keys: [KEY('record')], values: [] }).catch(() => {});
  const milliseconds = performance.now() - begun;
  const info = await store
    .evaluate({ script: INFO, keys: [KEY('record')], values: [] })
    .then(textIn, () => '');
  const evictionPolicy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1];
  return { milliseconds, refused, evictionPolicy, clock };
}
