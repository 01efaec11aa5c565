/**
 * Names of the engine, as code that refers to them. They are typed by the engine's own modules, so that a renamed
 * function is a type error here.
 */
import type * as actions from '#engine/actions/index.ts';
import type * as host from '#engine/index.ts';
import type * as operators from '#engine/operators/index.ts';
import type * as transformations from '#engine/transformations/index.ts';
import type * as variables from '#engine/variables/index.ts';
import { memoizeByKey } from '../memoize.ts';
import { PACKAGE } from '../version.ts';
import { type Code, identifier, referring, ts } from './code.ts';

/**
 * Emitted modules import the engine by the name of the package, because they may be in any folder (package.json:
 * exports).
 */
const ENGINE = `${PACKAGE}/engine`;

/** Actions, for example `act.deny`. */
export const act = vocabulary<keyof typeof actions>('act', 'actions');
/** Operators, for example `op.rx`. */
export const op = vocabulary<keyof typeof operators>('op', 'operators');
/** Transformations, for example `t.lowercase`. */
export const t = vocabulary<keyof typeof transformations>('t', 'transformations');
/** Variables, for example `v.args`. */
export const v = vocabulary<keyof typeof variables>('v', 'variables');

function vocabulary<Name extends string>(own: string, folder: string): (name: Name) => Code {
  const from = `${ENGINE}/${folder}`;
  const namespace = referring({ from, kind: 'Namespace', name: own });
  return (name) => ts`${namespace}.${identifier(name)}`;
}

/** All other functions that emitted modules call. */
export const engine = memoizeByKey(
  (name: keyof typeof host) => name,
  (name) => referring({ from: ENGINE, kind: 'Value', name }),
);

type Types = {
  readonly CompiledWaf: host.CompiledWaf;
  readonly Entry: host.Entry;
  readonly Exclusion: host.Exclusion;
  readonly Pick: host.Pick;
  readonly RuleInfo: host.RuleInfo;
  readonly TargetRemoval: host.TargetRemoval;
  readonly InternedValue: host.InternedValue;
  readonly Tx: host.Tx;
};

export const engineType = memoizeByKey(
  (name: keyof Types) => name,
  (name) => referring({ from: ENGINE, kind: 'Type', name }),
);
