/** `portcullis ban`, `unban` and `bans`: the bans in the store of SHARED_STATE_URL, which all replicas apply. */
import { containsBlock, parseBlock, showBlock } from '#proxy/bans/address-block.ts';
import { messageOf } from '#proxy/message-of.ts';
import { ban, listBans, unban } from '#proxy/shared/shared-bans.ts';
import type { Store } from '#proxy/shared/store.ts';
import type { Format } from '../../options.ts';
import { type Exit, usageError } from '../../output/report.ts';
import { withStore } from './with-store.ts';

export type BanOptions = { readonly url?: string; readonly for?: string };

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

export async function runBan(address: string, options: BanOptions): Promise<Exit> {
  const block = parseBlock(address);
  if (block === undefined) return notABlock(address);
  const milliseconds = options.for === undefined ? Number.POSITIVE_INFINITY : spanIn(options.for);
  if (milliseconds === undefined)
    return usageError('--for takes a number and s, m, h or d, such as 1h.');
  return inStore(options, async (store) => {
    await ban(store, { block, milliseconds, origin: 'command line' });
    return `banned ${showBlock(block)} ${options.for === undefined ? 'until it is unbanned' : `for ${options.for}`}`;
  });
}

export async function runUnban(address: string, options: BanOptions): Promise<Exit> {
  const block = parseBlock(address);
  if (block === undefined) return notABlock(address);
  return inStore(options, async (store) => {
    const shown = showBlock(block);
    if (await unban(store, block)) return `${shown} is no longer banned`;
    const { bans } = await listBans(store);
    const wider = bans.find((each) => containsBlock(each.block, block));
    return wider === undefined
      ? `${shown} was not banned`
      : `${shown} has no ban of its own: the ban of ${showBlock(wider.block)} contains it`;
  });
}

export async function runBans({
  format,
  ...options
}: BanOptions & { readonly format: Format }): Promise<Exit> {
  return inStore(options, async (store) => {
    const { bans } = await listBans(store);
    const rows = bans.map(({ block, milliseconds, origin }) => ({
      block: showBlock(block),
      seconds: Number.isFinite(milliseconds) ? Math.ceil(milliseconds / 1000) : null,
      origin,
    }));
    if (format === 'json') return JSON.stringify({ schemaVersion: 1, bans: rows });
    if (rows.length === 0) return 'no bans';
    return rows
      .map(
        ({ block, seconds, origin }) =>
          `${block}  ${seconds === null ? 'for good' : `${seconds} s`}  ${origin}`,
      )
      .join('\n');
  });
}

async function inStore(options: BanOptions, act: (store: Store) => Promise<string>): Promise<Exit> {
  try {
    const done = await withStore(options.url ?? process.env['SHARED_STATE_URL'] ?? '', act);
    if (done.kind === 'Problem') return usageError(done.problem);
    process.stdout.write(`${done.value}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`the store does not answer: ${messageOf(error)}\n`);
    return 1;
  }
}

function notABlock(address: string): Exit {
  return usageError(
    `${JSON.stringify(address)} is not an address or block, such as 192.0.2.1 or 192.0.2.0/24.`,
  );
}

/** Parses a span such as `10m`. Returns milliseconds, or undefined when the text is not a span. */
function spanIn(text: string): number | undefined {
  const [, amount = '', unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const milliseconds = Number(amount) * (UNITS[unit] ?? 0);
  return milliseconds > 0 ? milliseconds : undefined;
}
