/** A program in a terminal of its own, by tmux: keys go in, the screen comes out. */
import { spawnSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';

export type Terminal = {
  /** Presses keys by tmux's names (`Escape`, `C-x`); others are typed as they are. */
  readonly press: (...keys: readonly string[]) => void;
  /** The screen as it is, with escape sequences for its colours when asked. */
  readonly screen: (coloured?: 'coloured') => string;
  /** Waits until the screen shows this. Throws with the screen when 20 seconds have passed. */
  readonly shows: (wanted: RegExp) => Promise<void>;
  /** Waits until the screen shows it no more. */
  readonly lacks: (unwanted: RegExp) => Promise<void>;
  /** Ends the program and the terminal. */
  readonly close: () => void;
};

export type TerminalOptions = {
  readonly columns: number;
  readonly rows: number;
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
};

const TIMEOUT_MS = 20_000;
const PAUSE_MS = 50;

export const hasTmux = (): boolean => spawnSync('tmux', ['-V']).status === 0;

let opened = 0;

/** `command` is a line of the shell. Its last screen stays when it has ended. */
export function openTerminal(command: string, options: TerminalOptions): Terminal {
  const { columns, rows, folder, environment } = options;
  opened += 1;
  /** A server of its own, which nothing else knows. */
  const server = ['-L', `portcullis-${process.pid}-${opened}`, '-f', '/dev/null'];
  const tmux = (...words: readonly string[]): string => {
    const run = spawnSync('tmux', [...server, ...words], {
      env: { ...environment, COLORTERM: 'truecolor', LC_ALL: 'C.UTF-8' },
      encoding: 'utf8',
    });
    if (run.status !== 0) throw new Error(`tmux ${words.join(' ')}: ${run.error ?? run.stderr}`);
    return run.stdout;
  };
  const place = ['-c', folder, '-x', `${columns}`, '-y', `${rows}`];
  tmux('new-session', '-d', ...place, `${command}; sleep 600`);
  const screen = (coloured?: 'coloured'): string =>
    tmux('capture-pane', '-p', ...(coloured === undefined ? [] : ['-e', '-N']));
  const wait = async (isReady: () => boolean, what: string): Promise<void> => {
    const end = performance.now() + TIMEOUT_MS;
    while (!isReady()) {
      if (performance.now() > end) throw new Error(`The screen ${what}:\n${screen()}`);
      await setTimeout(PAUSE_MS);
    }
  };
  return {
    press: (...keys) => {
      tmux('send-keys', ...keys);
    },
    screen,
    shows: (wanted) => wait(() => wanted.test(screen()), `lacks ${wanted}`),
    lacks: (unwanted) => wait(() => !unwanted.test(screen()), `still shows ${unwanted}`),
    close: () => {
      tmux('kill-server');
    },
  };
}
