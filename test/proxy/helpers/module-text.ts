/** Source of a compiled module with one rule, as a file that a proxy can be told to load. */
import type { Settings } from '#engine/host/compiled-waf.ts';
import { STUB_SETTINGS } from './stub-waf.ts';

/** A module that blocks targets with `word`; its response names nothing else. */
export function moduleText(word: string, changes: Partial<Settings> = {}): string {
  const settings = JSON.stringify({ ...STUB_SETTINGS, ...changes });
  return `
const settings = ${settings};
export const waf = {
  settings,
  manifest: { profile: 'm', compiler: 'c', ruleSet: 'r', sources: [], rules: { read: 1, active: 1, folded: 0 } },
  open: (request, id) => {
    let interruption;
    return {
      id, request, ...settings, matches: [], files: [], requestBody: '', responseBody: '', highestSeverity: 255,
      get interruption() { return interruption; },
      txVariable: () => '',
      wantsResponseBody: false,
      inspectRequestHeaders: () => {
        if (request.target.includes('${word}')) interruption = { kind: 'deny', ruleId: 1, status: 403 };
        return interruption;
      },
      inspectRequestBody: () => interruption,
      inspectResponseHeaders: () => interruption,
      inspectResponseBody: () => interruption,
      close: () => {},
    };
  },
};
`;
}
