/** How far a command is that takes longer than a second: one line of the terminal, drawn over and over. */

export type Progress = {
  /** `reading rules`, or with numbers `testing 12 of 300`. Between two drawings it costs next to nothing. */
  readonly show: (text: string, done?: number, total?: number) => void;
  /** Takes the line away, before anything else is printed; the next `show` begins anew. */
  readonly clear: () => void;
};

/** What of a terminal it needs: process.stderr. */
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

/** Pipes, CI, dumb terminals and those who set NO_COLOR get nothing. */
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
  /** When the next drawing is due; undefined: nothing is shown yet. */
  let due: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const draw = (): void => {
    // A terminal that does not know its width says 0.
    const width = Math.max(10, (stream.columns || 80) - 1);
    const line = text.length > width ? `${text.slice(0, width - 3)}...` : text;
    // The cursor goes back, so that whatever is printed next begins at the left.
    stream.write(`\r${line}\x1b[K\r`);
    isDrawn = true;
    due = now() + PAUSE;
  };
  return {
    show: (what, done, total) => {
      text = done === undefined || total === undefined ? what : `${what} ${done} of ${total}`;
      due ??= now() + PATIENCE;
      if (now() >= due) draw();
      // For commands that wait: without it nothing is drawn until the next call.
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

/** Of this process. */
export const progress = createProgress(process.stderr, process.env);
process.once('exit', progress.clear);
