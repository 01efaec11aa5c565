/** The contract for transactions that go on in another thread. */
import type { ByteString } from '../bytes/byte-string.ts';
import type { OpenedCollection } from '../collections/persistent/collection-source.ts';
import type { OpenCollection } from '../collections/persistent/copied-collections.ts';
import type { CompiledWaf, Transaction } from '../host/compiled-waf.ts';
import type { HostServices } from '../host/host-services.ts';
import type { Interruption } from '../host/interruption.ts';
import type { PrepareExclusions } from '../host/rule-exclusions.ts';
import type { TransactionState } from './transaction-state.ts';

/**
 * How a transaction goes on in another thread, which has loaded the same module, for a phase, and comes back. The
 * thread that opened it keeps it, and does nothing with it meanwhile.
 */
export type Transfer = {
  /** The structured clone algorithm takes the state. */
  readonly save: (transaction: Transaction) => TransactionState;
  /** In the other thread: the same transaction. `open` opens a collection where they are, and waits for it. */
  readonly resume: (
    state: TransactionState,
    services: HostServices,
    open: OpenCollection,
  ) => Transaction;
  /** Back where it was opened. */
  readonly restore: (transaction: Transaction, state: TransactionState) => void;
  /** Opens for the other thread what its `open` names. */
  readonly openCollection: (
    transaction: Transaction,
    ...request: Parameters<OpenCollection>
  ) => OpenedCollection;
  /** Refuses a request whose body of so many bytes no rule has read, as when the step limit is reached. */
  readonly stop: (
    transaction: Transaction,
    reason: ByteString,
    length: number,
  ) => Interruption | undefined;
};

/** A module whose `transfer` is undefined inspects in the thread that has opened the transaction. */
export type TransferableWaf = CompiledWaf & {
  readonly transfer?: Transfer;
  /** Undefined: the module is of a compiler that knew no exclusions by hosts. */
  readonly prepareExclusions?: PrepareExclusions | undefined;
};
