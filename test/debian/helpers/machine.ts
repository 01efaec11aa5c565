/** Debian 13 with systemd as its first process, in a root file system of its own, on the network of this machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must, run } from '../../image/helpers/run-command.ts';
import { until } from '../../proxy/helpers/until.ts';

const MIRROR = 'http://deb.debian.org/debian';
const PACKAGES = 'systemd,systemd-sysv,nodejs,logrotate,procps,ca-certificates';
/** Where systemd-nspawn mounts, which must be no part of a disk. */
const MOUNTS = '/run/systemd/nspawn';

export class Machine {
  readonly folder = mkdtempSync(join(tmpdir(), 'portcullis-debian-'));
  readonly root = join(this.folder, 'root');
  #container: ChildProcess | undefined;
  #leader = '';
  #hasMount = false;

  /** Debian itself: takes a minute or two. False: it cannot be fetched here. */
  install(): boolean {
    const words = ['--variant=minbase', `--include=${PACKAGES}`, 'trixie', this.root, MIRROR];
    return run('debootstrap', words).status === 0;
  }

  /** False: systemd cannot start here, as in a container without the rights for it. */
  async boot(): Promise<boolean> {
    mkdirSync(MOUNTS, { recursive: true });
    this.#hasMount =
      run('mountpoint', ['-q', MOUNTS]).status !== 0 &&
      run('mount', ['-t', 'tmpfs', 'tmpfs', MOUNTS]).status === 0;
    const how = ['--quiet', '--register=no', '--keep-unit', '--boot', '-D', this.root];
    this.#container = spawn('systemd-nspawn', how, { stdio: 'ignore' });
    const container = this.#container;
    await until(() => this.#hasBooted() || hasEnded(container));
    return this.#hasBooted();
  }

  #hasBooted(): boolean {
    const parent = `${this.#container?.pid}`;
    this.#leader = run('pgrep', ['-P', parent]).stdout.split('\n')[0] ?? '';
    if (this.#leader === '') return false;
    const { stdout } = this.shell('systemctl is-system-running');
    return /^(?:running|degraded)$/m.test(stdout);
  }

  /** A command line as root of the machine. */
  shell(line: string) {
    return run('nsenter', ['-t', this.#leader, '-m', '-u', '-i', '-p', '--', 'sh', '-c', line]);
  }

  /** What it prints; fails when it fails. */
  must(line: string): string {
    return must('nsenter', ['-t', this.#leader, '-m', '-u', '-i', '-p', '--', 'sh', '-c', line]);
  }

  async close(): Promise<void> {
    const container = this.#container;
    // All processes of the machine end with its first one, and systemd-nspawn with them.
    if (this.#leader !== '') run('kill', ['-KILL', this.#leader]);
    else container?.kill('SIGKILL');
    await until(() => container === undefined || hasEnded(container));
    if (this.#hasMount) run('umount', ['-l', MOUNTS]);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
