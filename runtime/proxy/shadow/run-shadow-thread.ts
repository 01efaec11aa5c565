/** Runs the thread of a candidate. It judges requests one after the other, and none of its effects reaches a client. */
import { constants, setPriority } from 'node:os';
import type { MessagePort } from 'node:worker_threads';
import { MemoryCollections } from '#engine/collections/persistent/memory-collections.ts';
import type { TransferableWaf } from '#engine/transaction/transfer.ts';
import { messageOf } from '../message-of.ts';
import { importModule } from '../waf/load-module.ts';
import { type Judgement, rulesOf, verdictOf } from './judgement.ts';
import {
  decodeBatch,
  type FromShadow,
  type ShadowBatch,
  type ShadowRequest,
  type ShadowStart,
} from './messages.ts';

/** Runs until the other end closes the port. The other end sends a batch only when the previous one is judged. */
export function runShadowThread(start: ShadowStart, port: MessagePort): void {
  const send = (message: FromShadow): void => port.postMessage(message);
  // On Linux a thread has its own priority. The low one lets all other threads run first.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
  const url = `data:text/javascript;base64,${Buffer.from(start.bytes).toString('base64')}`;
  importModule(url).then(
    (waf) => {
      const collections = new MemoryCollections();
      const nobody = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      port.on('message', (batch: ShadowBatch) => {
        for (const [index, request] of decodeBatch(batch).entries()) {
          if (index > 0) Atomics.wait(nobody, 0, 0, batch.pause);
          try {
            const judgement = judge(waf, start, collections, request);
            if (judgement !== undefined) send({ kind: 'Judged', index, judgement });
          } catch (error) {
            send({ kind: 'Faulted', index, problem: messageOf(error) });
          }
          Atomics.store(start.progress, 0, index + 1);
        }
        send({ kind: 'Done' });
      });
      send({ kind: 'Ready', profile: waf.manifest.profile });
    },
    (error: unknown) => send({ kind: 'Failed', problem: messageOf(error) }),
  );
}

/**
 * Runs phases 1, 2 and 5; throws the candidate's exceptions. Returns undefined when both rule sets agree on the
 * verdict.
 */
function judge(
  waf: TransferableWaf,
  { stepLimit, mode, redact }: ShadowStart,
  collections: MemoryCollections,
  { id, head, text, truncated, decoding, location, verdict: live }: ShadowRequest,
): Judgement | undefined {
  const findLocation = location === undefined ? undefined : () => location;
  const transaction = waf.open(head, id, mode, { findLocation, collections, stepLimit });
  if (transaction.inspectRequestHeaders() === undefined)
    transaction.inspectRequestBody(text, truncated, decoding);
  const verdict = verdictOf(transaction);
  const judgement = verdict === live ? undefined : { verdict, rules: rulesOf(transaction, redact) };
  transaction.close();
  return judgement;
}
