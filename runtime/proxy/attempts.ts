/** Collects problems, so that one run reports all of them. */
import { messageOf } from './message-of.ts';

/** Returns a function that returns the result of `read`; when `read` throws, undefined, with the error's message in `problems`. */
export function attempts(problems: string[]): <T>(read: () => T) => T | undefined {
  return (read) => {
    try {
      return read();
    } catch (error) {
      problems.push(messageOf(error));
      return undefined;
    }
  };
}
