/** Shows the progress of commands that take longer than a second, in one line of the terminal that is redrawn. */

export type Progress = {
  /** Shows `reading rules`, or with numbers `testing 12 of 300`. Calls between two drawings cost almost nothing. */
  readonly show: (text: string, done?: number, total?: number) => void;
  /** Clears the line before other output; the next `show` starts again. */
  readonly clear: () => void;
};

/** The properties of a terminal that are needed, as process.stderr has them. */
export type ProgressStream = {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Milliseconds before the line is first drawn, and between two drawings. */
const PATIENCE = 1000;
const PAUSE = 100;

const SILENT: Progress = { show: () => {}, clear: () => {} };

/** Shows nothing in pipes, CI, dumb terminals and with NO_COLOR. */
export function createProgress(
  stream: ProgressStream,
  env: Environment,
  now = (): number => performance.now(),
): Progress {
  const isSet = (name: string): boolean => (env[name] ?? '') !== '';
  if (stream.isTTY !== true || isSet('NO_COLOR') || isSet('CI') || env['TERM'] === 'dumb') {
    return SILENT;
  }
  let text = '';
  let isDrawn = false;
  /** The time of the next drawing; undefined before the first `show`. */
  let due: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const draw = (): void => {
    // A terminal of unknown width reports 0.
    const width = Math.max(10, (stream.columns || 80) - 1);
    const line = text.length > width ? `${text.slice(0, width - 3)}...` : text;
    // Returns the cursor to the start of the line, so that other output begins there.
    stream.write(`\r${line}\x1b[K\r`);
    isDrawn = true;
    due = now() + PAUSE;
  };
  return {
    show: (what, done, total) => {
      text = done === undefined || total === undefined ? what : `${what} ${done} of ${total}`;
      due ??= now() + PATIENCE;
      if (now() >= due) draw();
      // For commands that wait and do not call `show` again.
      else timer ??= setTimeout(draw, PATIENCE).unref();
    },
    clear: () => {
      clearTimeout(timer);
      timer = undefined;
      due = undefined;
      if (isDrawn) stream.write('\r\x1b[K');
      isDrawn = false;
    },
  };
}

/** The progress of this process. */
export const progress = createProgress(process.stderr, process.env);
process.once('exit', progress.clear);
