/** A transaction each of whose phases after the first runs in another thread, as the proxy inspects large bodies. */
import type { Transaction } from '#engine/host/compiled-waf.ts';
import type { HostServices } from '#engine/host/host-services.ts';
import type { TransferableWaf } from '#engine/transaction/transfer.ts';

/** Takes the transaction elsewhere and back: only what the structured clone algorithm copies gets through. */
function away(
  { transfer }: TransferableWaf,
  transaction: Transaction,
  services: HostServices,
  inspect: (copy: Transaction) => void,
): void {
  if (transfer === undefined) throw new Error('the module moves no transactions');
  const state = structuredClone(transfer.save(transaction));
  const copy = transfer.resume(state, services, (name, key, writes) =>
    structuredClone(transfer.openCollection(transaction, name, key, structuredClone(writes))),
  );
  inspect(copy);
  transfer.restore(transaction, structuredClone(transfer.save(copy)));
}

/** What hosts call, in order. */
export type Phases = Pick<
  Transaction,
  | 'inspectRequestHeaders'
  | 'inspectRequestBody'
  | 'inspectResponseHeaders'
  | 'inspectResponseBody'
  | 'close'
>;

/** Everything but phase 1 happens elsewhere; `close` then happens here too, for what is kept here. */
export function movedPhases(
  waf: TransferableWaf,
  transaction: Transaction,
  services: HostServices,
): Phases {
  const elsewhere = (inspect: (copy: Transaction) => void): Transaction['interruption'] => {
    away(waf, transaction, services, inspect);
    return transaction.interruption;
  };
  return {
    inspectRequestHeaders: () => transaction.inspectRequestHeaders(),
    inspectRequestBody: (...given) => elsewhere((copy) => copy.inspectRequestBody(...given)),
    inspectResponseHeaders: (head) => elsewhere((copy) => copy.inspectResponseHeaders(head)),
    inspectResponseBody: (...given) => elsewhere((copy) => copy.inspectResponseBody(...given)),
    close: () => {
      elsewhere((copy) => copy.close());
      transaction.close();
    },
  };
}
