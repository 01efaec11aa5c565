/** Images built by buildah without a registry: the base image is made of Debian and of Node as npm has it. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must, run } from './run-command.ts';

const BASE = 'docker.io/library/node:24-bookworm-slim';
const MIRROR = 'http://deb.debian.org/debian';
/** Where a closed network has its own authorities. */
const AUTHORITIES = process.env['NODE_EXTRA_CA_CERTS'];

export class Buildah {
  readonly folder = mkdtempSync(join(tmpdir(), 'portcullis-image-'));
  readonly #mounts: string[] = [];

  buildah(...words: readonly string[]): string {
    return must('buildah', [...this.#store(), ...words]);
  }

  #store(): readonly string[] {
    const root = ['--root', join(this.folder, 'storage'), '--runroot', join(this.folder, 'run')];
    return [...root, '--storage-driver', 'overlay'];
  }

  /** What stands for the official image: Debian 12, Node 24, npm. False: Debian cannot be fetched here. */
  makeBase(): boolean {
    const debian = join(this.folder, 'debian');
    const fetched = run('debootstrap', ['--variant=minbase', 'bookworm', debian, MIRROR]);
    if (fetched.status !== 0) return false;
    const npm = ['install', '--no-audit', '--no-fund', '--loglevel', 'error', '--prefix'];
    must('npm', [...npm, join(this.folder, 'node'), 'node@24', 'npm@11']);
    const packages = join(this.folder, 'node/node_modules');
    must('cp', [join(packages, 'node/bin/node'), join(debian, 'usr/local/bin/node')]);
    must('cp', ['-r', packages, join(debian, 'usr/local/lib')]);
    for (const name of ['npm', 'npx'])
      symlinkSync(
        `../lib/node_modules/npm/bin/${name}-cli.js`,
        join(debian, 'usr/local/bin', name),
      );
    const container = this.buildah('from', 'scratch').trim();
    this.buildah('copy', '-q', container, debian, '/');
    if (AUTHORITIES !== undefined && existsSync(AUTHORITIES)) {
      this.buildah('copy', '-q', container, AUTHORITIES, '/etc/authorities.pem');
      this.buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/authorities.pem', container);
    }
    this.buildah('commit', '-q', container, BASE);
    rmSync(debian, { recursive: true });
    return true;
  }

  /** `docker build`. */
  build(name: string, ...words: readonly string[]) {
    const how = ['--isolation', 'chroot', '--pull-never', '--layers', '--format', 'docker'];
    return run('buildah', [...this.#store(), 'bud', ...how, '-t', name, ...words, '.']);
  }

  /** The image as a read-only root file system with a /tmp, and its path. */
  mount(image: string): string {
    const container = this.buildah('from', '--pull-never', `localhost/${image}`).trim();
    const files = this.buildah('mount', container).trim();
    const root = join(this.folder, `${image}-root`);
    mkdirSync(root);
    must('mount', ['--bind', files, root]);
    this.#mounts.push(root);
    must('mount', ['-o', 'remount,ro,bind', root]);
    must('mount', ['-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', join(root, 'tmp')]);
    this.#mounts.push(join(root, 'tmp'));
    return root;
  }

  close(): void {
    for (const mount of this.#mounts.toReversed()) run('umount', ['-l', mount]);
    run('buildah', [...this.#store(), 'umount', '--all']);
    run('buildah', [...this.#store(), 'rm', '--all']);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
