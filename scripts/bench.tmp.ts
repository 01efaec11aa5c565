import { readFileSync } from 'node:fs';
const name = process.argv[2]; const mixes = process.argv.slice(3);
const { waf } = await import(`../generated/${name}/index.ts`);
for (const mix of mixes.length ? mixes : ['browse', 'form', 'json', 'attack']) {
  const reqs = readFileSync(`../shared/data/requests/${mix}.jsonl`, 'latin1').trim().split('\n').map((l) => JSON.parse(l));
  const run = (n: number) => {
    let blocked = 0;
    const t = process.cpuUsage();
    for (let i = 0; i < n; i++) {
      const r = reqs[i % reqs.length];
      const body = r.body ?? (r.bodyBase64 ? Buffer.from(r.bodyBase64, 'base64').toString('latin1') : '');
      const tx = waf.open({ method: r.method, target: r.path, protocol: 'HTTP/1.1', headers: [...Object.entries(r.headers), ['Host', 'localhost'], ...(body ? [['Content-Length', String(body.length)]] : []), ['X-N', `v${i}x${Math.random()}`]] as never, remoteAddress: '10.0.0.1', remotePort: 1, serverAddress: '10.0.0.2', serverPort: 80, serverName: 'localhost' }, `id${i}`);
      if (!tx.inspectRequestHeaders() && !tx.inspectRequestBody(body)) { tx.inspectResponseHeaders({ status: 200, protocol: 'HTTP/1.1', headers: [['Content-Type', 'text/html']] }); tx.inspectResponseBody(''); } else blocked++;
      tx.close();
    }
    const u = process.cpuUsage(t); return [(u.user + u.system) / n, blocked];
  };
  const n = mix === 'json' ? 300 : 1500;
  run(n); const rounds = [run(n), run(n), run(n)].sort((a, b) => a[0]! - b[0]!);
  console.log(name, mix, rounds[1]![0]!.toFixed(0), 'us', 'blocked', rounds[1]![1], '/', n);
}
