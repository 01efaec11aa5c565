/** Exchanges as they were before they were encoded. */
import type { EncodedExchanges } from './encode-exchanges.ts';
import type { BackendPart, InspectedPart, TracedExchange } from './traced-exchange.ts';

/** Decodes what an encoder of the same program has made. */
export function decodeExchanges(encoded: EncodedExchanges): TracedExchange[] {
  const reader = createReader(encoded);
  const exchanges: TracedExchange[] = [];
  while (!reader.isAtEnd()) exchanges.push(decodeExchange(reader));
  return exchanges;
}

/** Reads strings and numbers in the order in which they were written. */
type Reader = {
  readonly isAtEnd: () => boolean;
  /** The caller knows the field's type. */
  readonly text: <Text extends string>() => Text;
  readonly textIfAny: <Text extends string>() => Text | undefined;
  readonly number: () => number;
  readonly numberIfAny: () => number | undefined;
  readonly list: () => readonly number[];
};

function createReader({ text: all, numbers }: EncodedExchanges): Reader {
  let position = 0;
  let count = 0;
  const numberIfAny = (): number | undefined => {
    const value = numbers[count++] ?? Number.NaN;
    return Number.isNaN(value) ? undefined : value;
  };
  const textIfAny = <Text extends string>(): Text | undefined => {
    const length = numberIfAny();
    if (length === undefined) return undefined;
    position += length;
    return all.slice(position - length, position) as Text;
  };
  return {
    isAtEnd: () => count >= numbers.length,
    text: <Text extends string>() => textIfAny<Text>() ?? ('' as Text),
    textIfAny,
    number: () => numberIfAny() ?? Number.NaN,
    numberIfAny,
    list: () => {
      const length = numberIfAny() ?? 0;
      count += length;
      return Array.from(numbers.subarray(count - length, count));
    },
  };
}

function decodeExchange(reader: Reader): TracedExchange {
  const { text, textIfAny, number } = reader;
  return {
    traceId: text(),
    spanId: text(),
    backendSpanId: text(),
    parentSpanId: textIfAny(),
    tracestate: textIfAny(),
    id: text(),
    method: text(),
    target: text(),
    httpVersion: text(),
    scheme: text(),
    host: text(),
    hostField: textIfAny(),
    userAgent: textIfAny(),
    clientAddress: text(),
    peerAddress: text(),
    cause: textIfAny(),
    detail: textIfAny(),
    policy: textIfAny(),
    country: textIfAny(),
    decisionFor: textIfAny(),
    outcome: textIfAny(),
    endedAt: number(),
    durationMs: number(),
    peerPort: number(),
    status: number(),
    backend: decodeBackend(reader),
    inspection: decodeInspection(reader),
  };
}

function decodeBackend({ textIfAny, number, numberIfAny }: Reader): BackendPart | undefined {
  const label = textIfAny();
  const part: Omit<BackendPart, 'label'> = {
    failure: textIfAny(),
    afterMs: number(),
    ms: numberIfAny(),
    status: numberIfAny(),
    retries: number(),
  };
  return label === undefined ? undefined : { label, ...part };
}

function decodeInspection(reader: Reader): InspectedPart | undefined {
  const { text, textIfAny, numberIfAny, list } = reader;
  const profile = textIfAny();
  const part: Omit<InspectedPart, 'profile'> = {
    mode: text(),
    error: textIfAny(),
    action: textIfAny(),
    status: numberIfAny(),
    ruleId: numberIfAny(),
    inbound: numberIfAny(),
    outbound: numberIfAny(),
    matched: list(),
    phaseMs: list(),
  };
  return profile === undefined ? undefined : { profile, ...part };
}
