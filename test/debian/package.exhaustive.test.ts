/** The Debian package on Debian 13 with systemd: installed, started, reloaded, rotated, upgraded, removed (docs/install.md#a-debian-package). */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { VERSION } from '#compiler/version.ts';
import { must, whyNot } from '../image/helpers/run-command.ts';
import { startBackend } from '../proxy/helpers/backend.ts';
import { freePort } from '../proxy/helpers/free-port.ts';
import { until } from '../proxy/helpers/until.ts';
import { Machine } from './helpers/machine.ts';

const DEB = `dist/portcullis_${VERSION}_all.deb`;
/** An address that nothing else on this machine has port 80 of. */
const HOST = '127.90.80.70';
const SERVICE = 'portcullis.service';
const LOGS = '/var/log/portcullis';

const skip =
  whyNot(['debootstrap', 'systemd-nspawn', 'nsenter', 'make', 'nfpm']) ||
  (existsSync('dist/proxy.js') ? false : 'dist/ is not built: make build');

const machine = skip === false ? new Machine() : undefined;
after(() => machine?.close());

async function statusOf(path: string, port = 80, host = HOST): Promise<number> {
  return new Promise((done) => {
    const headers = { Host: 'a.test' };
    request({ host, port, path, headers, agent: false }, (response) => {
      response.resume();
      response.on('end', () => done(response.statusCode ?? 0));
    })
      .on('error', () => done(0))
      .end();
  });
}

const isAnswering = async (): Promise<boolean> => (await statusOf('/?ready=1')) === 200;

test('the package installs, serves, rotates its logs, upgrades and is removed', {
  skip,
}, async (t) => {
  assert.ok(machine);
  must('make', ['-s', 'package-deb']);
  if (!machine.install()) return t.skip('debootstrap cannot fetch Debian here');
  if (!(await machine.boot())) return t.skip('systemd cannot start in systemd-nspawn here');
  copyFileSync(DEB, join(machine.root, 'root/portcullis.deb'));
  const backend = await startBackend();
  t.after(() => backend.close());
  const adminPort = await freePort();
  const property = (name: string): string =>
    machine.must(`systemctl show -P ${name} ${SERVICE}`).trim();
  const settings = join(machine.root, 'etc/portcullis/portcullis.env');
  const lines = (name: string): readonly string[] => {
    const path = join(machine.root, LOGS, name);
    return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
  };

  await t.test('installs with its dependencies, and starts nothing', () => {
    machine.must('apt-get install -y --no-install-recommends /root/portcullis.deb');
    assert.match(machine.must('id portcullis'), /uid=\d+\(portcullis\)/);
    assert.equal(property('ActiveState'), 'inactive');
    assert.match(
      machine.must('stat -c "%a %U %G" /etc/portcullis/portcullis.env'),
      /^640 root portcullis/,
    );
  });

  await t.test('the unit has no mistakes and is closed to most of the system', () => {
    const { status, output } = machine.shell(`systemd-analyze verify ${SERVICE}`);
    assert.equal(status, 0, output);
    assert.equal(output, '');
    const report = machine.must(`systemd-analyze security ${SERVICE} --no-pager --threshold=20`);
    t.diagnostic(report.trim().split('\n').at(-1) ?? '');
    assert.match(report, /Overall exposure level for portcullis\.service: 1\.\d OK/);
  });

  await t.test('serves port 80 as its own user, with the rules', async () => {
    const text = readFileSync(settings, 'utf8')
      .replace(/^PORT=.*$/m, `PORT=80\nLISTEN_HOST=${HOST}\nPROXY_RATE_LIMIT=0`)
      .replace(/^ADMIN_PORT=.*$/m, `ADMIN_PORT=${adminPort}`)
      .replace('127.0.0.1:5000', backend.address);
    writeFileSync(settings, text);
    machine.must(`systemctl enable --now ${SERVICE}`);
    await until(isAnswering);
    assert.equal(await statusOf('/?a=1'), 200, machine.must(`journalctl -u ${SERVICE}`));
    assert.equal(await statusOf("/?id=1'%20OR%20'1'='1"), 403);
    assert.equal(await statusOf('/readyz', adminPort, '127.0.0.1'), 200);
    const status = machine.must(`cat /proc/${property('MainPID')}/status`);
    const user = machine.must('id -u portcullis').trim();
    assert.match(status, new RegExp(`^Uid:\\t${user}\\t`, 'm'));
    assert.match(status, /^NoNewPrivs:\t1$/m);
    assert.match(status, /^Seccomp:\t2$/m);
    // CAP_NET_BIND_SERVICE is bit 10.
    assert.match(status, /^CapEff:\t0{13}400$/m);
    assert.equal(machine.must(`stat -c %U ${LOGS}/access.log`).trim(), 'portcullis');
  });

  await t.test('rotation under load loses no line', async () => {
    let [sent, stop] = [0, false];
    const client = (async () => {
      for (; !stop; sent += 1) assert.equal(await statusOf(`/?rotated=${sent}`), 200);
    })();
    await until(() => sent > 20);
    machine.must('logrotate -f /etc/logrotate.d/portcullis');
    const before = sent;
    await until(() => lines('access.log').length > 5 && sent > before + 20);
    stop = true;
    await client;
    const all = (): readonly string[] =>
      [...lines('access.log.1'), ...lines('access.log')].filter((line) =>
        line.includes('rotated='),
      );
    await until(() => all().length === sent);
    assert.equal(all().length, sent);
    assert.ok(lines('access.log').length > 5);
    assert.ok(lines('access.log.1').length > 20);
  });

  await t.test('an upgrade restarts it and leaves the settings', async () => {
    const first = property('MainPID');
    const before = readFileSync(settings, 'utf8');
    machine.must('dpkg -i /root/portcullis.deb');
    assert.notEqual(property('MainPID'), first);
    await until(isAnswering);
    assert.equal(await isAnswering(), true);
    assert.equal(readFileSync(settings, 'utf8'), before);
  });

  await t.test('a stop is clean', () => {
    machine.must(`systemctl stop ${SERVICE}`);
    assert.equal(property('Result'), 'success');
    assert.equal(property('ExecMainStatus'), '0');
    machine.must(`systemctl start ${SERVICE}`);
  });

  await t.test('removal leaves settings and logs, a purge nothing', () => {
    machine.must('apt-get remove -y portcullis');
    assert.equal(machine.shell(`systemctl is-active ${SERVICE}`).stdout.trim(), 'inactive');
    assert.ok(existsSync(settings));
    assert.ok(lines('access.log').length > 0);
    machine.must('apt-get purge -y portcullis');
    for (const path of ['etc/portcullis', 'var/log/portcullis', 'usr/lib/portcullis'])
      assert.ok(!existsSync(join(machine.root, path)), path);
  });
});
