/** Creates a rule module from what the compiler has emitted: it opens transactions and moves them between threads. */
import { bodyProcessorFor } from '../body/media-type.ts';
import { loadCommonTexts } from '../collections/common-texts.ts';
import { copiedCollections } from '../collections/persistent/copied-collections.ts';
import { MemoryCollections } from '../collections/persistent/memory-collections.ts';
import { loadRegisterNames } from '../collections/tx-variables.ts';
import type { Transaction } from '../host/compiled-waf.ts';
import { headerValues } from '../host/header-values.ts';
import { noServices } from '../host/host-services.ts';
import { HostedTransaction } from './hosted-transaction.ts';
import { prepareExclusions } from './prepare-exclusions.ts';
import type { Transfer, TransferableWaf } from './transfer.ts';
import { Tx } from './tx.ts';
import { startControls } from './tx-controls.ts';
import type { TxModule, TxStart } from './tx-start.ts';
import type { WafDefinition } from './waf-definition.ts';

export function createWaf(definition: WafDefinition): TransferableWaf {
  const { manifest, settings, txRegisters = [], rules } = definition;
  const shared: TxModule = {
    settings,
    commonTexts: loadCommonTexts(),
    registerNames: loadRegisterNames(txRegisters),
  };
  const collections = new MemoryCollections();
  const begin = (start: TxStart): HostedTransaction =>
    new HostedTransaction(definition, new Tx(shared, start));
  const transfer: Transfer = {
    save: (transaction) => hosted(transaction).save(),
    resume: (state, services, openCollection) => {
      const persistent = copiedCollections(state.tx.persistent, openCollection);
      const { id, request, startedAt, controls } = state.tx;
      const transaction = begin({ id, request, services, startedAt, persistent, controls });
      transaction.restore(state);
      return transaction;
    },
    restore: (transaction, state) => hosted(transaction).restore(state),
    partlyRead: (transaction) => {
      const own = hosted(transaction);
      return own.skipsFiles ? (body) => own.bytesRead(body) : undefined;
    },
    openCollection: (transaction, name, key, writes) =>
      hosted(transaction).openCollection(name, key, writes),
    stop: (transaction, reason, length) => hosted(transaction).stop(reason, length),
  };
  return {
    manifest,
    settings,
    transfer,
    prepareExclusions: rules && ((exclusions) => prepareExclusions(rules, exclusions)),
    open: (request, id, mode = settings.ruleEngine, services = noServices) => {
      const startedAt = Date.now();
      const contentType = headerValues(request.headers, 'content-type')[0];
      const source = services.collections ?? collections;
      return begin({
        id,
        request,
        services,
        startedAt,
        persistent: source.source(startedAt, settings.collectionTimeout),
        controls: startControls(
          settings,
          mode,
          bodyProcessorFor(contentType) ?? '',
          services.requestBodyLimit,
        ),
      });
    },
    forget: () => collections.clear(),
  };
}

/** Returns the transaction as this engine's own type. Throws when another module has opened it. */
function hosted(transaction: Transaction): HostedTransaction {
  if (transaction instanceof HostedTransaction) return transaction;
  throw new Error('the transaction belongs to another module');
}
