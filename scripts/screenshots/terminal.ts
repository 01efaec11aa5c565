/** Runs a program in its own terminal with tmux: it can press keys and read the screen. */
import { spawnSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';

export type Terminal = {
  /** Presses keys. tmux's names (`Escape`, `C-x`) mean keys; other texts are typed. */
  readonly press: (...keys: readonly string[]) => void;
  /** Returns the current screen, with escape sequences for colours when `coloured` is given. */
  readonly screen: (coloured?: 'coloured') => string;
  /** Waits until the screen matches. After 20 seconds throws an error that contains the screen. */
  readonly shows: (wanted: RegExp) => Promise<void>;
  /** Waits until the screen no longer matches. */
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

/** `command`: a shell command line. When it has ended, its last screen stays visible. */
export function openTerminal(command: string, options: TerminalOptions): Terminal {
  const { columns, rows, folder, environment } = options;
  opened += 1;
  /** A separate tmux server with its own socket. */
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
