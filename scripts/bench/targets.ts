/** The project's targets for speed (docs/benchmarks.md), with the measured values. */
import { SIZES } from '#compiler/cli/commands/bench/worst/measure-expressions.ts';
import type { WorstReport } from '#compiler/cli/commands/bench/worst/measure-worst.ts';
import type { CommandTimes } from './measure-commands.ts';
import { FIRST, type FirstRequests, OCCASIONS } from './measure-first-requests.ts';
import type { KindFigures, WorstCaseFigures } from './measure-growth.ts';
import { MEMORY_REQUESTS, type MemoryFigures } from './measure-memory.ts';
import { BENIGN, type LevelFigures, type MixFigures } from './measure-mixes.ts';
import type { StartFigures } from './measure-start.ts';
import type { Peer } from './peer.ts';
import type { ProxyFigures } from './proxies/measure-proxies.ts';

/** The figures of a run; undefined for parts that were not measured. */
export type Figures = {
  readonly peer: Peer;
  readonly cacheBytes: number;
  readonly commands: CommandTimes | undefined;
  readonly start: StartFigures | undefined;
  readonly firstRequests: readonly FirstRequests[] | undefined;
  readonly memory?: MemoryFigures | undefined;
  readonly proxies?: readonly ProxyFigures[] | undefined;
  readonly transactions: readonly MixFigures[] | undefined;
  readonly levels: readonly LevelFigures[] | undefined;
  readonly bodyKinds?: readonly KindFigures[] | undefined;
  readonly worst: readonly WorstCaseFigures[] | undefined;
  readonly adversarial: WorstReport | undefined;
};

export type Unit = 'Ratio' | 'Microseconds' | 'Bytes' | 'Count';

export type Target = {
  readonly name: string;
  readonly bound: 'AtLeast' | 'AtMost';
  readonly target: number;
  readonly unit: Unit;
  /** Undefined when it was not measured, or when the measurement was aborted, in which case the target is missed. */
  readonly measured: number | undefined;
  readonly isMet: boolean | undefined;
};

const TO_PEER = { browse: 25, form: 25, json: 75, attack: 25 } as const;
/** For each mix, how many times less processor time the whole proxy must take than nginx with ModSecurity. */
const TO_NGINX = { browse: 10, form: 10, json: 25, upload: 10, attack: 10 } as const;
/** Microseconds for each byte of a plain body, at paranoia levels 1 and 4. */
const PER_BYTE = 0.1;
const STRICT_PER_BYTE = 0.2;
const MEGABYTE = 1 << 20;
/** Bytes of the largest strings. */
const LARGE = Math.max(...SIZES);

export function targetsOf(figures: Figures): readonly Target[] {
  const { start, memory, commands, cacheBytes } = figures;
  const workers = memory?.workers.map(({ rss, proportional }) => proportional ?? rss);
  const milliseconds = (value: number | undefined) => value && value * 1000;
  return [
    ...mixTargets(figures),
    ...proxyTargets(figures),
    ...worstTargets(figures),
    ...levelTargets(figures),
    ...kindTargets(figures),
    atMost('matcher caches of both profiles', 64 * MEGABYTE, 'Bytes', cacheBytes),
    atMost('memory (RSS) of the busy proxy', 160 * MEGABYTE, 'Bytes', start?.busyRssBytes),
    atMost(
      `memory (RSS) after ${MEMORY_REQUESTS} requests`,
      120 * MEGABYTE,
      'Bytes',
      memory?.alone.rss,
    ),
    // Of RSS, some 40 MB are pages of Node's program, which all processes share.
    atMost('memory (PSS) of a worker', 90 * MEGABYTE, 'Bytes', workers && Math.max(...workers)),
    atMost('start to listening', 1e6, 'Microseconds', milliseconds(start?.listenMilliseconds)),
    ...firstTargets(figures),
    atMost('bundle with both profiles', 3 * MEGABYTE, 'Bytes', start?.bundleBytes),
    atMost('compile, both', 6e6, 'Microseconds', milliseconds(commands?.compileMilliseconds)),
    atMost('check, both', 1.5e6, 'Microseconds', milliseconds(commands?.checkMilliseconds)),
  ];
}

/** Targets of profile pl1 only, because others were measured at paranoia level 1. */
function mixTargets({ transactions, peer }: Figures): readonly Target[] {
  const find = (name: string) =>
    transactions?.find(({ profile, mix }) => profile === 'pl1' && mix === name);
  const changed = transactions?.filter(({ passesOn, passesOff }) => {
    return passesOn.blocked !== passesOff.blocked;
  });
  return [
    ...Object.entries(TO_PEER).map(([mix, target]) => {
      const [ours, theirs] = [find(mix)?.passesOn.microseconds, peer.microseconds[mix]];
      return atLeast(`${mix}: faster than ${peer.name}`, target, ours && theirs && theirs / ours);
    }),
    ...BENIGN.map((mix) => atLeast(`${mix}: faster than without passes`, 5, find(mix)?.ratio)),
    atMost('mixes whose verdicts the passes change', 0, 'Count', changed?.length),
  ];
}

function proxyTargets({ proxies }: Figures): readonly Target[] {
  const compared = proxies?.filter(({ nginx }) => nginx !== undefined);
  const otherwise = compared?.flatMap(({ differing }) => differing);
  return [
    ...Object.entries(TO_NGINX).map(([mix, target]) => {
      const ratio = compared?.find((figures) => figures.mix === mix)?.ratio;
      return atLeast(`${mix}: proxy cheaper than nginx + ModSecurity`, target, ratio);
    }),
    atMost(
      'requests that nginx + ModSecurity answers otherwise',
      0,
      'Count',
      compared?.length === 0 ? undefined : otherwise?.length,
    ),
  ];
}

/** Requests just after a process is ready may cost at most twice as much as later ones. */
function firstTargets({ firstRequests }: Figures): readonly Target[] {
  return OCCASIONS.map((occasion) => {
    const ratios = firstRequests?.filter((each) => each.occasion === occasion);
    const highest = ratios && Math.max(...ratios.map(({ ratio }) => ratio));
    return atMost(`first ${FIRST} requests after a ${occasion}`, 2, 'Ratio', highest);
  });
}

function worstTargets({ adversarial, worst }: Figures): readonly Target[] {
  const [small] = adversarial?.alone.longest ?? [];
  const large = adversarial && [
    ...adversarial.carried.requests.flatMap(({ times }) =>
      times.filter(({ size }) => size === LARGE),
    ),
    ...(adversarial.shapes?.requests.filter(({ bytes }) => bytes >= LARGE) ?? []),
  ];
  const doublings = adversarial?.alone.strings.map(({ doubling }) => doubling);
  const names = new Set(worst?.map(({ name }) => name));
  return [
    atMost('worst expression, 3 KB, first', 5000, 'Microseconds', small?.first),
    atMost('worst expression, 3 KB, warm', 5000, 'Microseconds', small?.warm),
    atMost('worst request, 128 KB, first', 100e3, 'Microseconds', highest(large, 'first')),
    atMost('worst request, 128 KB, warm', 100e3, 'Microseconds', highest(large, 'warm')),
    atMost('twice the text, 8 KB to 1 MB', 2.3, 'Ratio', doublings && Math.max(...doublings)),
    ...[...names].map((name) => {
      const times = worst?.filter((figure) => figure.name === name).map(({ result }) => result);
      const slowest = times?.map((time) => time?.microseconds ?? Number.POSITIVE_INFINITY) ?? [];
      const target = atMost(name, 5000, 'Microseconds', Math.max(...slowest));
      // JSON has no infinity.
      return target.measured === Number.POSITIVE_INFINITY
        ? { ...target, measured: undefined }
        : target;
    }),
  ];
}

function levelTargets({ levels }: Figures): readonly Target[] {
  return BENIGN.map((name) => {
    const times = levels?.find(({ mix }) => mix === name)?.microseconds;
    const [first, last] = [times?.[0], times?.at(-1)];
    return atMost(`${name}: PL4 against PL1`, 1.6, 'Ratio', first && last && last / first);
  });
}

function kindTargets({ bodyKinds = [] }: Figures): readonly Target[] {
  const perByte = (name: string, target: number, time: number | undefined, bytes: number) => ({
    ...atMost(name, target, 'Microseconds', time && time / bytes),
    // A measurement that was aborted took too long.
    isMet: time !== undefined && time / bytes <= target,
  });
  return bodyKinds.flatMap(({ kind, bytes, microseconds, strictMicroseconds }) => [
    perByte(`${kind}: a byte at PL1`, PER_BYTE, microseconds, bytes),
    perByte(`${kind}: a byte at PL4`, STRICT_PER_BYTE, strictMicroseconds, bytes),
  ]);
}

/** Returns undefined when there are no times: the highest of none is infinitely low and would meet every target. */
function highest<Key extends string>(
  times: readonly Readonly<Record<Key, number>>[] | undefined,
  key: Key,
): number | undefined {
  if (times === undefined || times.length === 0) return undefined;
  return Math.max(...times.map((each) => each[key]));
}

function atLeast(name: string, target: number, measured: number | undefined): Target {
  const isMet = measured === undefined ? undefined : measured >= target;
  return { name, bound: 'AtLeast', target, unit: 'Ratio', measured, isMet };
}

function atMost(name: string, target: number, unit: Unit, measured: number | undefined): Target {
  const isMet = measured === undefined ? undefined : measured <= target;
  return { name, bound: 'AtMost', target, unit, measured, isMet };
}
