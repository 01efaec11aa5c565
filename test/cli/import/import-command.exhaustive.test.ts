/** `portcullis import ingress` in a project: what it writes passes `check` and blocks what the annotations blocked. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith, portcullis } from '../../helpers/command-line.ts';

const PREFIX = 'nginx.ingress.kubernetes.io';
const MANIFEST = `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: front
  namespace: shop
  annotations:
    ${PREFIX}/enable-modsecurity: "true"
    ${PREFIX}/modsecurity-snippet: |
      Include /etc/nginx/modsecurity/modsecurity.conf
      SecRuleEngine On
      SecRuleRemoveById 920350
      SecRule ARGS:coupon "@streq stolen" "id:1000,phase:2,deny,status:403,log,msg:\\'Stolen coupon\\'"
      Include /etc/nginx/owasp-modsecurity-crs/nginx-modsecurity.conf
spec:
  rules:
    - host: shop.test
      http: { paths: [ { path: /, pathType: Prefix }, { path: '/old/[0-9]+', pathType: ImplementationSpecific } ] }
`;

test('import, check, run; nothing is written over', () => {
  const folder = folderWith({ 'shop.yaml': MANIFEST });
  for (const name of ['profiles', 'rules']) cpSync(name, join(folder, name), { recursive: true });

  const first = portcullis(folder, ['import', 'ingress', 'shop.yaml']);
  assert.equal(first.status, 1);
  assert.match(
    first.stderr,
    /^shop\.yaml:17:\d+: error: The path "\/old\/\[0-9\]\+" is a regular expression/,
  );
  assert.match(first.stdout, /^shop-front: shop\.test, profile shop-front$/m);
  assert.match(first.stdout, /1 item not converted, 0 converted with a difference/);

  const check = portcullis(folder, ['check', 'policies.json']);
  assert.equal(check.status, 0, check.stderr);
  const rules = portcullis(folder, ['check', '--profile', 'shop-front']);
  assert.equal(rules.status, 0, rules.stderr);

  const status = (url: string): number | null =>
    portcullis(folder, ['run', '--profile', 'shop-front', '--url', url]).status;
  assert.equal(status('http://shop.test/?coupon=found'), 0);
  assert.equal(status('http://shop.test/?coupon=stolen'), 1);
  assert.equal(status('http://shop.test/?id=1%27%20OR%20%271%27=%271'), 1);

  const again = portcullis(folder, ['import', 'ingress', 'shop.yaml']);
  assert.equal(again.status, 1, again.stderr);
  writeFileSync(join(folder, 'policies.json'), '{}\n');
  const other = portcullis(folder, ['import', 'ingress', 'shop.yaml']);
  assert.equal(other.status, 2);
  assert.match(other.stderr, /policies\.json would be overwritten: add --force/);
  assert.equal(readFileSync(join(folder, 'policies.json'), 'utf8'), '{}\n');
  const forced = portcullis(
    folder,
    ['import', 'ingress', '-', '--force', '--out', 'new'],
    MANIFEST,
  );
  assert.equal(forced.status, 1);
  assert.ok(existsSync(join(folder, 'new/policies.json')));
});

test('what is no ingress, and what is not there', () => {
  const folder = folderWith({ 'a.yaml': 'kind: Service\n' });
  const none = portcullis(folder, ['import', 'ingress', 'a.yaml']);
  assert.equal(none.status, 1);
  assert.match(none.stdout, /a\.yaml has no Ingress/);
  assert.equal(portcullis(folder, ['import', 'ingress', 'b.yaml']).status, 2);
});
