/** The whole program with stub rules: what tests start as a process of its own. */
import { main } from '#proxy/process/main.ts';
import { EVIL, stubWaf } from './stub-waf.ts';

/**
 * `/spin` blocks the event loop for longer than any watchdog waits, as a rule without a bound would; not
 * for good, so that a test run that is killed leaves no process behind.
 */
const SPIN_MILLISECONDS = 60_000;

const waf = stubWaf({
  ...EVIL,
  phase1: (request) => {
    const end = request.target === '/spin' ? performance.now() + SPIN_MILLISECONDS : 0;
    while (performance.now() < end);
    if (request.target === '/throw') throw new Error('rule failed');
    return EVIL.phase1?.(request);
  },
});

/** Milliseconds that each profile takes to load. */
const { STUB_LOAD_MS = '0' } = process.env;

const load = async () => {
  await new Promise((resolve) => setTimeout(resolve, Number(STUB_LOAD_MS)));
  return waf;
};
await main(process.env, { pl1: load, pl2: load });
