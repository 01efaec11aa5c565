/** The contract for transactions that continue in another thread. */
import type { ByteString } from '../bytes/byte-string.ts';
import type { OpenedCollection } from '../collections/persistent/collection-source.ts';
import type { OpenCollection } from '../collections/persistent/copied-collections.ts';
import type { CompiledWaf, Transaction } from '../host/compiled-waf.ts';
import type { HostServices } from '../host/host-services.ts';
import type { Interruption } from '../host/interruption.ts';
import type { PrepareExclusions } from '../host/rule-exclusions.ts';
import type { TransactionState } from './transaction-state.ts';

/**
 * Moves a transaction for one phase to another thread, which has loaded the same module, and back. The thread that
 * opened the transaction keeps it and does not use it meanwhile.
 */
export type Transfer = {
  /** Returns the state, which the structured clone algorithm can copy. */
  readonly save: (transaction: Transaction) => TransactionState;
  /**
   * In the other thread: returns the same transaction. `open` opens a collection in the thread that holds it, and
   * waits.
   */
  readonly resume: (
    state: TransactionState,
    services: HostServices,
    open: OpenCollection,
  ) => Transaction;
  /** Back in the thread that opened the transaction: applies the state. */
  readonly restore: (transaction: Transaction, state: TransactionState) => void;
  /**
   * For a multipart body of which rules read all but the content of files, returns a function that parses it, which
   * `inspectRequestBody` then does not do again, and that returns how many of its bytes rules read. Returns undefined
   * when rules read every body whole. Undefined in modules that an older version has compiled.
   */
  readonly partlyRead?: (transaction: Transaction) => ((body: ByteString) => number) | undefined;
  /** Opens a collection on behalf of the other thread, with the arguments of its `open`. */
  readonly openCollection: (
    transaction: Transaction,
    ...request: Parameters<OpenCollection>
  ) => OpenedCollection;
  /** Refuses a request whose body of `length` bytes no rule has read, with the verdict of the step limit. */
  readonly stop: (
    transaction: Transaction,
    reason: ByteString,
    length: number,
  ) => Interruption | undefined;
};

/** A module whose `transfer` is undefined inspects in the thread that opened the transaction. */
export type TransferableWaf = CompiledWaf & {
  readonly transfer?: Transfer;
  /** Undefined: an older compiler, without exclusions by hosts, built the module. */
  readonly prepareExclusions?: PrepareExclusions | undefined;
};
