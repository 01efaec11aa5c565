/** Runs the thread of a candidate. It judges requests one after the other, and none of its effects reaches a client. */
import { constants, setPriority } from 'node:os';
import type { MessagePort } from 'node:worker_threads';
import { MemoryCollections } from '../../engine/collections/persistent/memory-collections.ts';
import type { TransferableWaf } from '../../engine/transaction/transfer.ts';
import { messageOf } from '../message-of.ts';
import { importModule } from '../waf/load-module.ts';
import { type Judgement, rulesOf, verdictOf } from './judgement.ts';
import type { FromShadow, ShadowStart, ToShadow } from './messages.ts';

/** Runs until the other end closes the port. The other end sends a request only when the previous one is judged. */
export function runShadowThread(start: ShadowStart, port: MessagePort): void {
  const send = (message: FromShadow): void => port.postMessage(message);
  // On Linux a thread has its own priority. The low one lets all other threads run first.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
  const url = `data:text/javascript;base64,${Buffer.from(start.bytes).toString('base64')}`;
  importModule(url).then(
    (waf) => {
      const collections = new MemoryCollections();
      port.on('message', (request: ToShadow) => {
        try {
          send({ kind: 'Judged', judgement: judge(waf, start, collections, request) });
        } catch (error) {
          send({ kind: 'Faulted', problem: messageOf(error) });
        }
      });
      send({ kind: 'Ready', profile: waf.manifest.profile });
    },
    (error: unknown) => send({ kind: 'Failed', problem: messageOf(error) }),
  );
}

/** Runs phases 1, 2 and 5; throws the candidate's exceptions. */
function judge(
  waf: TransferableWaf,
  { stepLimit, mode, redact }: ShadowStart,
  collections: MemoryCollections,
  { id, head, text, truncated, decoding, location }: ToShadow,
): Judgement {
  const findLocation = location === undefined ? undefined : () => location;
  const transaction = waf.open(head, id, mode, { findLocation, collections, stepLimit });
  if (transaction.inspectRequestHeaders() === undefined)
    transaction.inspectRequestBody(text, truncated, decoding);
  const judgement = { verdict: verdictOf(transaction), rules: rulesOf(transaction, redact) };
  transaction.close();
  return judgement;
}
