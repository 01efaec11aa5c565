/** Checks that the module of SHADOW_RULES can be loaded. */
import { countNoun } from '#compiler/count-noun.ts';
import { loadModule } from '#proxy/waf/load-module.ts';
import { reasonOf } from '../../output/reason-of.ts';
import { type Check, failed, ok } from './condition.ts';

const PART = 'shadow rules';

export const checkShadowRules: Check = async ({ read }) => {
  const { shadowRules, shadowSample, shadowReport } = read.settings;
  if (shadowRules === '') return [ok(PART, 'not used: SHADOW_RULES is unset')];
  try {
    const { ruleSet, rules } = (await loadModule(shadowRules)).waf.manifest;
    const what = `${shadowRules}: ${ruleSet || 'no signature'}, ${countNoun(rules.active, 'rule')}`;
    return [ok(PART, `${what}, judge ${shadowSample * 100} % of requests into ${shadowReport}`)];
  } catch (error) {
    const hint = 'Set SHADOW_RULES to a module of `portcullis compile`.';
    return [failed(PART, `${shadowRules}: ${reasonOf(error)}`, hint)];
  }
};
