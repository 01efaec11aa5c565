/** The compiler as a session: receives changes and queries from the page, and sends findings, results and answers. */
import { specialize } from '#compiler/3-specialize/specialize.ts';
import { tracing } from '#compiler/4-emit/emit-trace.ts';
import { printProgram } from '#compiler/4-emit/print-module.ts';
import { compile, type Profile } from '#compiler/compile.ts';
import { Diagnostics } from '#compiler/diagnostics.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { readRules } from '#compiler/read-rules.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { type CompiledProfile, compileRecovered } from '../../commands/explain/explain-rule.ts';
import { checkInSteps } from '../../findings/check-in-steps.ts';
import type { LoadedProfile } from '../../inspection/cached-waf.ts';
import { ruleCards } from '../../inspection/rule-card.ts';
import { runRequest } from '../../inspection/run-request.ts';
import { tracePlan } from '../../inspection/trace-plan.ts';
import type { Change, Query, ToCompiler, ToPage } from '../protocol.ts';
import { answer } from './answer.ts';
import { engineModules, type LinkedModule, linkModules } from './link-modules.ts';
import { mapFiles } from './map-files.ts';
import { requestOfText } from './request-of-text.ts';
import { disabled, showFindings } from './show-findings.ts';

export type SessionHost = {
  readonly send: (message: ToPage) => void;
  /** Imports a module from its text. */
  readonly load: (text: string) => Promise<LinkedModule>;
  /** Resolves after the messages that have arrived meanwhile are received. */
  readonly pause: () => Promise<void>;
};

/** The present rules and what was compiled from them; a change of the rules clears the latter. */
type Session = {
  readonly host: SessionHost;
  readonly texts: Map<string, string>;
  readonly files: RuleFiles;
  profile: Profile;
  request: string;
  /** The latest revision from the page, which may have changed the request only. */
  revision: number;
  /** The latest revision that changed the rules. */
  rules: number;
  compiled: CompiledProfile | undefined;
  loaded: LoadedProfile | undefined;
};

/** Returns the function that receives the messages of the page. It may be called again before a call has resolved. */
export function createSession(host: SessionHost): (message: ToCompiler) => Promise<void> {
  const texts = new Map<string, string>();
  const session: Session = {
    host,
    texts,
    files: mapFiles(texts),
    profile: profileOfEntries(NAME, []),
    request: '',
    revision: 0,
    rules: 0,
    compiled: undefined,
    loaded: undefined,
  };
  return async (message) => {
    try {
      if (message.kind === 'Change') await change(session, message);
      else answerQuery(session, message, message.revision);
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      host.send({ kind: 'InternalError', revision: message.revision, message: text });
    }
  };
}

/** The name that `portcullis check FILE` gives to the profile. */
const NAME = 'custom';

async function change(session: Session, made: Change): Promise<void> {
  session.revision = made.revision;
  session.request = made.request;
  if (made.changesRules) {
    for (const path of made.removed) session.texts.delete(path);
    for (const { path, text } of made.files) session.texts.set(path, text);
    session.profile = { ...profileOfEntries(NAME, made.entries), mayBePart: true };
    session.rules = made.revision;
    session.compiled = undefined;
    session.loaded = undefined;
    await check(session, made.revision);
    if (session.rules === made.revision) await load(session, made.revision);
  }
  run(session);
}

async function check(session: Session, revision: number): Promise<void> {
  const { host, profile, files } = session;
  const started = performance.now();
  const steps = checkInSteps([profile], files, disabled);
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      const milliseconds = performance.now() - started;
      host.send({
        kind: 'Checked',
        revision: session.revision,
        ...showFindings(step.value),
        milliseconds,
      });
      return;
    }
    await host.pause();
    if (session.rules !== revision) return;
  }
}

async function load(session: Session, revision: number): Promise<void> {
  const { host, profile, files } = session;
  await host.pause();
  if (session.rules !== revision) return;
  const started = performance.now();
  const compilation = compile(profile, files);
  const { ruleSet, program } = compilation;
  if (ruleSet === undefined || program === undefined) {
    host.send({ kind: 'Refused', revision: session.revision });
    return;
  }
  const modules = printProgram(program, tracing);
  const { open } = await host.load(linkModules(modules));
  const waf = open(engineModules);
  // Newer rules arrived while the module was loaded.
  if (session.rules !== revision) return;
  const plan = tracePlan(specialize(ruleSet, program.manifest, []), program);
  session.loaded = { waf, cards: ruleCards(program), plan };
  session.compiled = {
    profile,
    sources: readRules(profile.entries, files, new Diagnostics()),
    compilation,
  };
  const { read, active } = program.manifest.rules;
  host.send({
    kind: 'Compiled',
    revision: session.revision,
    modules: modules.map(({ path }) => path),
    rules: { read, active },
    milliseconds: performance.now() - started,
  });
}

function run({ host, loaded, request, revision }: Session): void {
  if (loaded === undefined) return;
  const parsed = requestOfText(request);
  if (parsed.kind === 'Error') {
    host.send({ kind: 'NotRun', revision, message: parsed.message });
    return;
  }
  host.send({ kind: 'Ran', revision, report: runRequest(loaded, parsed.request) });
}

/** Answers a query. When there are errors, it explains the rules that are valid. */
function answerQuery(session: Session, query: Query, revision: number): void {
  const { profile, files, loaded, host } = session;
  session.compiled ??= compileRecovered(profile, files);
  const answered = answer(query, session.compiled, loaded?.plan ?? [], files);
  host.send({ ...answered, revision });
}
