/** The stage: Program -> TypeScript modules, one for each phase and a few that all phases share. */
import type { Program } from '../3-specialize/program.ts';
import { type Code, lines, name, ts, type Value } from './code.ts';
import { debugging } from './emit-debug.ts';
import { emitInfo } from './emit-info.ts';
import { emitPhase } from './emit-phase.ts';
import { emitPrefilter } from './emit-prefilter.ts';
import { type Hooks, silent, tracing } from './emit-trace.ts';
import { createShared } from './module.ts';
import {
  type EmittedModule,
  type Import,
  type ModuleContent,
  writeModules,
} from './write-module.ts';

const ENGINE = '../../runtime/engine';
const ENGINE_INDEX = `${ENGINE}/index.ts`;

/**
 * Paths are relative to the profile's folder, which lies two folders below the project. `hooks`: tracing, for
 * a module that exports its `trace` as well and tells in it what it does.
 */
export function emit(
  program: Program,
  hooks: Hooks = program.traced ? debugging : silent,
): readonly EmittedModule[] {
  const { profile, compiler } = program.manifest;
  const header = `Made by portcullis ${compiler} for profile ${profile}; remake it with: make compile-rules`;
  const shared = createShared(program);
  const context = { shared, sharing: program.sharing, hooks };
  const isTraced = hooks === tracing;
  const phases = program.phases.map((phase) => ({
    path: `phase${phase.phase}.ts`,
    statements: emitPhase(phase, context),
    infos: phase.steps.filter((step) => step.kind === 'Rule').map(emitInfo),
  }));
  const modules = shared.modules();
  const contents: readonly Omit<ModuleContent, 'header' | 'imports'>[] = [
    ...phases,
    { path: 'rules.ts', statements: phases.flatMap((phase) => phase.infos) },
    { path: 'targets.ts', statements: modules.targets },
    { path: 'forms.ts', statements: modules.forms },
    { path: 'views.ts', statements: [emitViews(modules.views)] },
    { path: 'prefilter.ts', statements: [emitPrefilter(program.questions)] },
    { path: 'data.ts', statements: modules.data },
    {
      path: 'index.ts',
      statements: [emitWaf(program), ...(isTraced ? [ts`export { trace };`] : [])],
    },
    ...(isTraced
      ? [{ path: 'trace.ts', statements: [ts`export const trace = createTrace();`] }]
      : []),
  ];
  return writeModules(
    contents.map((content) => ({
      ...content,
      header,
      imports: importsOf(content.path),
    })),
  );
}

/**
 * What a module may import. Only what its text names is written, and texts of rules could name anything,
 * so modules that are mostly data list their few names.
 */
function importsOf(path: string): readonly Import[] {
  switch (path) {
    case 'index.ts':
      return [
        { from: ENGINE_INDEX, names: ['createWaf'], types: ['CompiledWaf'] },
        ...[1, 2, 3, 4, 5].map((n) => ({ from: `./phase${n}.ts`, names: [`phase${n}`] })),
        traceImport,
      ];
    case 'data.ts':
      return [
        {
          from: ENGINE_INDEX,
          names: [
            'createBudget',
            'findSpans',
            'loadBacktracker',
            'loadByteSet',
            'loadIpSet',
            'loadMatcher',
            'loadPhrases',
          ],
        },
      ];
    case 'prefilter.ts':
      return [{ from: ENGINE_INDEX, names: ['loadPrefilter'] }];
    case 'trace.ts':
      return [{ from: `${ENGINE}/trace.ts`, names: ['createTrace'] }];
    case 'rules.ts':
      return [{ from: ENGINE_INDEX, types: ['RuleInfo'] }];
    default:
      return [
        ...codeImports,
        { from: './prefilter.ts', names: ['prefilter'] },
        traceImport,
        ...['data', 'forms', 'rules', 'targets', 'views']
          .filter((module) => path !== `${module}.ts`)
          .map((module) => ({ from: `./${module}.ts`, namespace: module })),
      ];
  }
}

const traceImport: Import = { from: './trace.ts', names: ['trace'] };

const codeImports: readonly Import[] = [
  { from: `${ENGINE}/actions/index.ts`, namespace: 'act' },
  {
    from: ENGINE_INDEX,
    names: [
      'all',
      'candidatesOf',
      'countEntries',
      'countSlot',
      'countStored',
      'debugMatch',
      'debugRemoved',
      'debugRule',
      'debugValue',
      'everyForm',
      'everyStage',
      'firstValue',
      'formOf',
      'hasTrait',
      'isLive',
      'joinExclusions',
      'keyedValue',
      'liveRules',
      'loadGates',
      'loadViews',
      'mayMatch',
      'noExclusions',
      'parseInteger',
      'selectAll',
      'selectEntries',
      'selectSlot',
      'selectStored',
      'slotNumber',
      'slotText',
      'storedValue',
    ],
    types: ['Entry', 'Exclusion', 'Pick', 'TargetRemoval', 'Text', 'Tx'],
  },
  { from: `${ENGINE}/operators/index.ts`, namespace: 'op' },
  { from: `${ENGINE}/transformations/index.ts`, namespace: 't' },
  { from: `${ENGINE}/variables/index.ts`, namespace: 'v' },
];

function emitViews(rows: readonly Code[]): Code {
  const list = lines(rows.map((row) => ts`${row},`));
  return ts`export const views = loadViews(prefilter, [\n${list}\n]);`;
}

function emitWaf({ manifest, settings, phases, txSlots }: Program): Code {
  const calls = phases.map(({ phase }) => name('phase', phase).text).join(', ');
  return ts`export const waf: CompiledWaf = createWaf({\n${lines([
    ts`manifest: ${plain(manifest)},`,
    ts`settings: ${plain(settings)},`,
    ts`phases: [${name(calls)}],`,
    ...(txSlots.length === 0 ? [] : [ts`txSlots: ${txSlots},`]),
  ])}\n});`;
}

/** Settings and manifests are plain data: their types have no index signature, so this says it. */
function plain(data: Program['manifest'] | Program['settings']): Value {
  return Object.fromEntries(Object.entries(data));
}
