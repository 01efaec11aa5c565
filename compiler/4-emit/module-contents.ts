/** Emits the contents of a Program's modules: one module for each phase, and several that all phases share. */
import type { Program, Step } from '../3-specialize/program.ts';
import { type Code, lines, list, ts } from './code.ts';
import { createShared } from './constant-pool.ts';
import { emitInfo } from './emit-info.ts';
import { emitPhase } from './emit-phase.ts';
import { emitPrefilter } from './emit-prefilter.ts';
import { type Hooks, silent, tracing } from './emit-trace.ts';
import { engine, engineType } from './engine-names.ts';
import type { Value } from './literal.ts';
import { moduleDescriptions } from './module-descriptions.ts';
import type { ModuleContent } from './module-imports.ts';
import { phaseFunction, prefilter, ruleInfo } from './own-names.ts';

/**
 * Returns the modules, with paths relative to the profile's folder. `hooks` adds tracing to a module that records what
 * its rules do.
 */
export function moduleContents(
  program: Program,
  hooks: Hooks = program.traced ? tracing : silent,
): readonly ModuleContent[] {
  const { profile, compiler } = program.manifest;
  const maker = `Made by portcullis ${compiler} for profile ${profile}; remake it with: make compile-rules`;
  const shared = createShared(program);
  const context = { shared, sharing: program.sharing, hooks };
  const phases = program.phases.map((phase) => ({
    name: 'phase' as const,
    path: `phase${phase.phase}.ts`,
    statements: emitPhase(phase, context),
    infos: phase.steps.filter((step) => step.kind === 'Rule').map(emitInfo),
  }));
  const modules = shared.modules();
  const contents: readonly NamedContent[] = [
    ...phases,
    { name: 'rules', path: 'rules.ts', statements: phases.flatMap((phase) => phase.infos) },
    { name: 'targets', path: 'targets.ts', statements: modules.targets },
    { name: 'steps', path: 'steps.ts', statements: modules.stages },
    { name: 'summaries', path: 'summaries.ts', statements: [emitSummaries(modules.summaries)] },
    { name: 'prefilter', path: 'prefilter.ts', statements: [emitPrefilter(program.clauses)] },
    { name: 'data', path: 'data.ts', statements: modules.data },
    { name: 'index', path: 'index.ts', statements: [emitWaf(program, modules.removals)] },
  ];
  return contents.map(({ name, ...content }) => ({
    ...content,
    header: [moduleDescriptions[name], maker],
  }));
}

type NamedContent = Omit<ModuleContent, 'header'> & {
  readonly name: keyof typeof moduleDescriptions;
};

function emitSummaries(rows: readonly Code[]): Code {
  const all = lines(rows.map((row) => ts`${row},`));
  return ts`export const summaries = ${engine('loadSummaries')}(${prefilter}, [\n${all}\n]);`;
}

function emitWaf(
  { manifest, settings, phases, txRegisters }: Program,
  removals: readonly Code[],
): Code {
  const calls = list(phases.map(({ phase }) => phaseFunction(phase)));
  return ts`export const waf: ${engineType('CompiledWaf')} = ${engine('createWaf')}({\n${lines([
    ts`manifest: ${plain(manifest)},`,
    ts`settings: ${plain(settings)},`,
    ts`phases: ${calls},`,
    ...(txRegisters.length === 0 ? [] : [ts`txRegisters: ${txRegisters},`]),
    ...(removals.length === 0 ? [] : [ts`removals: ${list(removals)},`]),
    ts`rules: [\n${lines(phases.flatMap(({ steps }) => steps).flatMap(emitIndexed))}\n],`,
  ])}\n});`;
}

/** Returns the row of a rule index: its rule, and what hosts may exclude of it. */
function emitIndexed(step: Step): readonly Code[] {
  if (step.kind === 'Marker') return [];
  const { ruleIndex, info, condition } = step;
  const { required, fixedTargets } = condition;
  return [ts`[${ruleIndex}, ${ruleInfo(info.id)}, ${!required}, ${!fixedTargets}],`];
}

/** Settings and manifests are plain data, but their types have no index signature. */
function plain(data: Program['manifest'] | Program['settings']): Value {
  return Object.fromEntries(Object.entries(data));
}
