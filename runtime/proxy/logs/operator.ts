/** Writes messages to the operator: starts and stops on standard output, problems on standard error. */
import { escapeUnseen } from '#engine/log/json-text.ts';
import { LogFile } from './log-file.ts';

export type Operator = {
  readonly info: (line: string) => void;
  readonly warn: (line: string) => void;
};

export type Console = Operator & {
  /** Writes what is queued; called before the process ends. */
  readonly flush: () => void;
};

/**
 * Writes to standard output and standard error. A reader that stalls or closes the stream does not block the
 * service.
 */
export function createConsole(): Console {
  const output = new LogFile('stdout');
  const errors = new LogFile('stderr');
  return {
    info: (line) => {
      // The line may refer to problems that were reported before it.
      errors.flush();
      output.write(line);
      output.flush();
    },
    warn: (line) => errors.write(visible(line)),
    flush: () => {
      output.flush();
      errors.flush();
    },
  };
}

/** Escapes control characters except line ends, because the text of an error may quote bytes from a client. */
function visible(text: string): string {
  return text.split('\n').map(escapeUnseen).join('\n');
}
