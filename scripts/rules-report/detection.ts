/** Measures detection: how many of the attacks in the CRS regression tests reach the threshold. */
import { join } from 'node:path';
import { buildRequest } from '#compiler/cli/ftw/build-request.ts';
import { readTests } from '#compiler/cli/ftw/read-tests.ts';
import { disk } from '#compiler/cli/project/disk.ts';
import { parseRequest } from '#compiler/cli/requests/parse-request.ts';
import { analyze } from '#compiler/compile.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { type Level, ruleFolders, SHARED_DATA, testedWaf } from './measured-waf.ts';
import { score } from './score.ts';

/** A request that a rule of the CRS must flag. */
export type Attack = {
  readonly ruleId: number;
  /** The paranoia level of that rule. */
  readonly level: number;
  readonly request: ByteString;
};

export type ClassCount = {
  readonly name: string;
  readonly attacks: number;
  readonly builtIn: number;
  readonly crs: number;
};

const classes: ReadonlyMap<string, string> = new Map([
  ['911', 'methods'],
  ['913', 'scanners'],
  ['920', 'protocol enforcement'],
  ['921', 'protocol attack'],
  ['922', 'multipart attack'],
  ['930', 'local file inclusion'],
  ['931', 'remote file inclusion'],
  ['932', 'command execution'],
  ['933', 'PHP injection'],
  ['934', 'generic injection'],
  ['941', 'cross-site scripting'],
  ['942', 'SQL injection'],
  ['943', 'session fixation'],
  ['944', 'Java attack'],
]);

/**
 * Returns all stages of the request tests that expect their rule, except those with unknown go-ftw
 * templates.
 */
export function readAttacks(): readonly Attack[] {
  const levels = paranoiaLevels();
  return readTests(join(SHARED_DATA, 'crs/tests')).flatMap(({ ruleId, stages }) => {
    const level = levels.get(ruleId);
    if (level === undefined || !classes.has(classOf(ruleId))) return [];
    return stages.flatMap(({ input, output }) => {
      const request = output.expectIds.includes(ruleId) ? buildRequest(input) : undefined;
      return request === undefined ? [] : [{ ruleId, level, request }];
    });
  });
}

/** Counts the detected attacks on rules up to `level`, scored at that level by both rule sets. */
export async function countDetections(
  attacks: readonly Attack[],
  level: Level,
): Promise<readonly ClassCount[]> {
  const builtIn = await testedWaf('built-in', level);
  const crs = await testedWaf('crs', level);
  const counts = new Map<string, { attacks: number; builtIn: number; crs: number }>();
  for (const attack of attacks) {
    if (attack.level > level) continue;
    const request = parseRequest(attack.request);
    const ruleClass = classOf(attack.ruleId);
    const count = counts.get(ruleClass) ?? { attacks: 0, builtIn: 0, crs: 0 };
    count.attacks += 1;
    if (score(builtIn, request).isCaught) count.builtIn += 1;
    if (score(crs, request).isCaught) count.crs += 1;
    counts.set(ruleClass, count);
  }
  return [...counts].map(([ruleClass, count]) => ({
    name: `${ruleClass} ${classes.get(ruleClass)}`,
    ...count,
  }));
}

export const classOf = (ruleId: number): string => String(ruleId).slice(0, 3);

function paranoiaLevels(): ReadonlyMap<number, number> {
  const profile = profileOfEntries('crs', ['test/rules/measure.conf', `${ruleFolders.crs}/*.conf`]);
  const rules = analyze(profile, disk).ruleSet?.entries ?? [];
  return new Map(
    rules.flatMap((rule) => {
      if (rule.kind !== 'Rule') return [];
      const tag = rule.metadata.tags.find((each) => each.startsWith('paranoia-level/'));
      return tag === undefined ? [] : [[rule.id, Number(tag.slice(-1))] as const];
    }),
  );
}
