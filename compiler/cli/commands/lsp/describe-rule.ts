/** Describes the compiled rule when the pointer is on its id, as a short form of `portcullis explain`. */
import type { CancellationToken } from 'vscode-languageserver/node';
import { type CompiledProfile, compileRecovered, explainRule } from '../explain/explain-rule.ts';
import type { Explanation, InProfile, LinkExplanation } from '../explain/explanation.ts';
import { formatExclusion } from '../explain/format-explanation.ts';
import { yieldToMessages } from './cancellation.ts';
import type { Mention } from './mentions/mention.ts';
import { programOf, type Session } from './session.ts';

/** Describes a rule; for a range, only the number of its rules. */
export async function describeRule(
  session: Session,
  path: string,
  { from, to }: Extract<Mention, { kind: 'Rules' }>,
  token: CancellationToken,
): Promise<string> {
  const program = programOf(session, path);
  if (from !== to) {
    const rules = program.mentions.filter(
      (other) =>
        other.kind === 'Rules' &&
        other.role === 'definition' &&
        other.from >= from &&
        other.from <= to,
    );
    return `**${from}-${to}** - ${rules.length} rules`;
  }
  const compiled = await compiledOf(session, path, token);
  const explanations = explainRule({ kind: 'Id', id: from }, compiled, session.workspace.files);
  if (explanations.length === 0) return `**${from}** - no rule, or one with errors`;
  return explanations.map(describeExplanation).join('\n\n');
}

/** Compiling a large set takes a second, so it can be cancelled. */
async function compiledOf(
  session: Session,
  path: string,
  token: CancellationToken,
): Promise<readonly CompiledProfile[]> {
  const program = programOf(session, path);
  if (program.compiled !== undefined) return program.compiled;
  const compiled: CompiledProfile[] = [];
  for (const profile of program.profiles) {
    compiled.push(compileRecovered(profile, session.workspace.files));
    await yieldToMessages(token);
  }
  program.compiled = compiled;
  return compiled;
}

function describeExplanation({ id, file, line, profiles }: Explanation): string {
  return [`**Rule ${id}** - ${file}:${line}`, ...profiles.map(describeProfile)].join('\n\n');
}

function describeProfile({ profile, phase, fate, exclusions }: InProfile): string {
  const lines = exclusions.map((each) => `- ${formatExclusion(each)}`);
  const head = `${profile}, phase ${phase}`;
  switch (fate.kind) {
    case 'Removed':
      return [`${head}: removed`, ...lines].join('\n');
    case 'Dropped':
      return [`${head}: dropped, ${fate.why}`, ...lines].join('\n');
    case 'Kept':
      return [`${head}: in force`, ...fate.links.map(describeLink), ...lines].join('\n');
  }
}

function describeLink(link: LinkExplanation): string {
  if (link.kind === 'Always') return '- always matches';
  const { targets, transformations, operator, expression, prefilter } = link;
  const facts = [
    `\`${targets}\` ${operator}`,
    ...(transformations.length === 0 ? [] : [transformations.join(',')]),
    ...(expression === undefined ? [] : [`${expression.states} states`]),
    prefilter === undefined ? 'no prefilter' : `prefilter of ${prefilter.length} words`,
  ];
  return `- ${facts.join('; ')}`;
}
