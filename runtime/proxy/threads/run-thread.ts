/** Runs a thread that inspects bodies: the same program with the same rules, one transaction at a time. */
import { constants, setPriority } from 'node:os';
import { performance } from 'node:perf_hooks';
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { TransferableWaf } from '#engine/transaction/transfer.ts';
import type { BodySource } from '../body/body-source.ts';
import { collectEveryStep } from '../body/reclaimer.ts';
import { messageOf } from '../message-of.ts';
import { importModule, type ModuleSource } from '../waf/load-module.ts';
import {
  type BundledProfiles,
  bundledProfile,
  type LoadBundled,
  type ProfileName,
} from '../waf/profile.ts';
import type { Answer, FromThread, Query, ThreadStart, ToThread } from './messages.ts';
import { textOf } from './text-of.ts';

/** Reading a body in pieces leaves garbage, and so does its inspection, which releases large texts meanwhile. */
const collectAfterReading = collectEveryStep();
const collectReleased = collectEveryStep();
const collectAfterInspection = collectEveryStep();

/** Runs until the other end closes the port. The other end sends a message only when the previous one is answered. */
export function runThread(start: ThreadStart, bundled: BundledProfiles, port: MessagePort): void {
  const send = (message: FromThread): void => port.postMessage(message);
  const loaded = new Map<ProfileName, Promise<TransferableWaf>>();
  /** Loads a profile for the first body that is inspected with it. */
  const load = (name: ProfileName): Promise<TransferableWaf> => {
    const known = loaded.get(name);
    if (known !== undefined) return known;
    const loading = loadSource(start.sources.get(name), bundledProfile(bundled, name));
    loaded.set(name, loading);
    return loading;
  };
  lowerPriority();
  port.on('message', (message: ToThread) => {
    load(message.profile).then(
      (waf) => {
        send({ kind: 'Begun' });
        inspect(waf, message, start, send);
        // The inspection's stack frame, which referred to the text, is gone, so that the text can be collected.
        collectAfterInspection(lengthOf(message.body));
      },
      (error: unknown) => send({ kind: 'Failed', problem: messageOf(error) }),
    );
  });
}

/**
 * Lowers the thread's priority on Linux, so that serving threads run first. Elsewhere the priority is that of the
 * process.
 */
function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

/** Imports a module from its bytes as a data URL. That works because modules import only what Node provides. */
async function loadSource(
  source: ModuleSource | undefined,
  bundled: LoadBundled | undefined,
): Promise<TransferableWaf> {
  if (source === undefined || source.kind === 'Bundled') {
    if (bundled === undefined) throw new Error('the profile does not exist');
    return bundled();
  }
  const text = Buffer.from(source.bytes).toString('base64');
  return importModule(`data:text/javascript;base64,${text}`);
}

function inspect(
  waf: TransferableWaf,
  { exclusions, state, body, truncated, decoding, hasLocations }: ToThread,
  start: ThreadStart,
  send: (message: FromThread) => void,
): void {
  const { transfer } = waf;
  if (transfer === undefined) throw new Error('the rules cannot inspect in another thread');
  const query = (query: Query): Answer => {
    send({ kind: 'Query', query });
    return awaitAnswer(start);
  };
  const services = {
    findLocation: hasLocations
      ? (address: string) => {
          const answer = query({ kind: 'Locate', address });
          return answer.kind === 'Located' ? answer.location : undefined;
        }
      : undefined,
    collections: undefined,
    stepLimit: start.stepLimit,
    exclusions: exclusions && waf.prepareExclusions?.(exclusions).start,
    collect: collectReleased,
  };
  const transaction = transfer.resume(state, services, (...request) => {
    const answer = query({ kind: 'Open', request });
    if (answer.kind === 'Opened') return answer.collection;
    throw new Error(answer.kind === 'Failed' ? answer.problem : 'no collection');
  });
  const began = performance.now();
  let text: ByteString;
  try {
    text = textOf(body);
  } catch (thrown) {
    send({ kind: 'Unreadable', problem: messageOf(thrown) });
    return;
  }
  collectAfterReading(text.length);
  let error: string | undefined;
  try {
    transaction.inspectRequestBody(text, truncated, decoding);
  } catch (thrown) {
    error = String(thrown);
  }
  const ms = performance.now() - began;
  send({ kind: 'Inspected', state: transfer.save(transaction), error, ms });
}

function lengthOf(body: BodySource): number {
  return body.kind === 'Bytes' ? body.bytes.length : body.length;
}

function awaitAnswer({ answers, answered }: ThreadStart): Answer {
  Atomics.wait(answered, 0, 0);
  Atomics.store(answered, 0, 0);
  const received: { message: Answer } | undefined = receiveMessageOnPort(answers);
  return received?.message ?? { kind: 'Failed', problem: 'no reply' };
}
