/** What a process tells its operator: starts and stops on standard output, trouble on standard error. */
import { escapeUnseen } from '../../engine/log/json-text.ts';
import { LogFile } from '../logs/log-file.ts';

export type Operator = {
  readonly info: (line: string) => void;
  readonly warn: (line: string) => void;
};

export type Console = Operator & {
  /** Call before the process ends. */
  readonly flush: () => void;
};

/** A reader that has stopped reading, or is gone, does not stop the service. */
export function createConsole(): Console {
  const output = new LogFile('stdout');
  const errors = new LogFile('stderr');
  return {
    info: (line) => {
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

/** An error's text may quote what a client sent; only the line ends of a stack stay. */
function visible(text: string): string {
  return text.split('\n').map(escapeUnseen).join('\n');
}
