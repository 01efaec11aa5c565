/** Writes small country and city databases in MMDB format (MaxMind DB File Format Specification 2.0). */

type Value = string | number | bigint | readonly Value[] | { readonly [key: string]: Value };

type Place = { readonly [key: string]: Value };

const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
const RECORD_SIZE = 24;
const SEPARATOR = 16;

/** `networks`: [address as 128 bits in text, prefix length], e.g. `::1.2.3.0/120`, to ISO code. */
export function countryDatabase(
  networks: readonly (readonly [bits: string, country: string])[],
): Buffer {
  return placeDatabase(
    networks.map(([bits, country]) => [bits, { country: { iso_code: country } }]),
  );
}

/** The same with whole records. */
export function placeDatabase(
  networks: readonly (readonly [bits: string, place: Place])[],
): Buffer {
  const nodes: [number | Place | undefined, number | Place | undefined][] = [
    [undefined, undefined],
  ];
  for (const [bits, place] of networks) {
    let node = 0;
    [...bits].forEach((bit, index) => {
      const side = bit === '1' ? 1 : 0;
      const pair = nodes[node] ?? [undefined, undefined];
      if (index === bits.length - 1) {
        pair[side] = place;
        return;
      }
      const next = pair[side];
      if (typeof next === 'number') {
        node = next;
        return;
      }
      nodes.push([undefined, undefined]);
      pair[side] = nodes.length - 1;
      node = nodes.length - 1;
    });
  }
  return assemble(nodes);
}

function assemble(nodes: readonly (readonly (number | Place | undefined)[])[]): Buffer {
  const offsets = new Map<string, number>();
  const data: Buffer[] = [];
  let size = 0;
  const offsetOf = (place: Place): number => {
    const record = encode(place);
    const text = record.toString('latin1');
    const known = offsets.get(text);
    if (known !== undefined) return known;
    offsets.set(text, size);
    data.push(record);
    size += record.length;
    return size - record.length;
  };
  const tree = nodes.flatMap((pair) =>
    pair.map((record) => {
      if (record === undefined) return nodes.length;
      return typeof record === 'number' ? record : nodes.length + SEPARATOR + offsetOf(record);
    }),
  );
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000n,
    database_type: 'Test-Country',
    description: { en: 'test' },
    ip_version: 6,
    languages: ['en'],
    node_count: nodes.length,
    record_size: RECORD_SIZE,
  });
  const treeBytes = Buffer.concat(tree.map((record) => bigEndian(record, 3)));
  return Buffer.concat([treeBytes, Buffer.alloc(SEPARATOR), ...data, MARKER, metadata]);
}

/** The bits of an IPv4 network in the IPv6 tree: under ::/96. */
export function ipv4Bits(address: string, prefix: number): string {
  const bits = address
    .split('.')
    .map((byte) => Number(byte).toString(2).padStart(8, '0'))
    .join('');
  return '0'.repeat(96) + bits.slice(0, prefix);
}

/** The bits of an IPv6 network whose first groups are given in full. */
export function ipv6Bits(groups: readonly number[]): string {
  return groups.map((group) => group.toString(2).padStart(16, '0')).join('');
}

function bigEndian(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, 0, length);
  return bytes;
}

function control(type: number, size: number): Buffer {
  const first = type <= 7 ? type << 5 : 0;
  const extended = type <= 7 ? [] : [type - 7];
  if (size < 29) return Buffer.from([first | size, ...extended]);
  return Buffer.from([first | 29, ...extended, size - 29]);
}

function encode(value: Value): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([control(2, value.length), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = value === 0 ? Buffer.alloc(0) : bigEndian(value, value > 0xffff ? 4 : 2);
    return Buffer.concat([control(6, bytes.length), bytes]);
  }
  if (typeof value === 'bigint') {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(value);
    return Buffer.concat([control(9, 8), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([
    control(7, entries.length),
    ...entries.flatMap(([key, item]) => [encode(key), encode(item)]),
  ]);
}
