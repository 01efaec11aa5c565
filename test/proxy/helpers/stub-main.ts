/** The whole program with stub rules: what tests start as a process of its own. */
import { main } from '../../../runtime/proxy/process/main.ts';
import { EVIL, stubWaf } from './stub-waf.ts';

/** `/spin` blocks the event loop for good, as a rule without a bound would. */
const waf = stubWaf({
  ...EVIL,
  phase1: (request) => {
    while (request.target === '/spin');
    if (request.target === '/throw') throw new Error('rule failed');
    return EVIL.phase1?.(request);
  },
});

await main(process.env, { pl1: waf, pl2: waf });
