/** Opens a log that a setting names. */
import type { LogSink, Logs } from '../logs/logs.ts';
import { messageOf } from '../message-of.ts';

/** Returns undefined for `off`. Throws an error whose message is a line for the operator. */
export function openLog(variable: string, target: string, logs: Logs): LogSink {
  try {
    return logs.open(target);
  } catch (error) {
    throw new Error(`${variable}: ${target} cannot be opened: ${messageOf(error)}`);
  }
}
