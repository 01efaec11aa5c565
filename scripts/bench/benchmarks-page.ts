/** Renders docs/benchmarks.md from the results of `make bench`. */
import { showWorst } from '#compiler/cli/commands/bench/worst/show-worst.ts';
import type { AdapterFigures } from './adapters/measure-adapters.ts';
import { ADDED, addedRows, TOGETHER, togetherRows } from './adapters/show-adapters.ts';
import type { GrowthStep } from './measure-growth.ts';
import type { Picture } from './picture.ts';
import { showProxies } from './proxies/show-proxies.ts';
import * as show from './show.ts';
import { showFirstRequests } from './show-first-requests.ts';
import { targetCells } from './show-targets.ts';
import type { Figures, Target } from './targets.ts';

/** The results that `scripts/bench.ts --json` writes. */
export type BenchFile = Figures & {
  readonly conditions: show.RunConditions & { readonly date: string };
  readonly targets: readonly Target[];
  readonly adapters?: readonly AdapterFigures[] | undefined;
  readonly bodySizes: readonly GrowthStep[] | undefined;
  readonly argumentCounts: readonly GrowthStep[] | undefined;
};

/** Renders the page. `pictures`: those in docs/images (plots.ts). */
export function benchmarksPage(file: BenchFile, pictures: readonly Picture[]): string {
  const { conditions, targets, peer } = file;
  const met = targets.filter(({ isMet }) => isMet).length;
  return `# Benchmarks

Made from \`benchmarks.json\` by \`npx tsx scripts/benchmarks-page.ts\`; do not edit it.

- Command: \`make bench BENCH_JSON=docs/benchmarks.json\`, on ${conditions.date}
- Machine: ${conditions.cores} cores, ${conditions.processor}, Node ${conditions.node}; load before the run ${conditions.load.toFixed(1)}
- Rules: ${conditions.ruleSet}; request mixes: ${conditions.requests}

Times of transactions are processor time in process, medians of rounds, after six seconds of the mixes or two of the body
in question; mixes, paranoia levels and kinds of bodies are measured in three turns, of which the lowest medians count; cookies, ids and argument values differ in every request. "First" is the first such request after a start and its warm-up, "warm" a later one with
another string of the same kind; of adversarial strings in requests and of shapes, each first one has a process of its own. Ratios hold from machine to machine, times do not.

## Targets

${met} of ${targets.length} are met. ${peer.name}: ${peer.source}; ${peerTimes(file)}.

![Each target with a bar: to the right of the line it is reached, to the left it is not](images/benchmarks.svg)

${markdownTable([['', 'target', 'reached', ''], ...targetCells(targets)])}

## Pictures

${pictures.map(({ name, description }) => `![${description}](images/${name}.svg)`).join('\n\n')}

${inApplications(file)}## Figures

\`\`\`text
${figuresOf(file)}
\`\`\`
`;
}

function peerTimes({ peer }: BenchFile): string {
  return Object.entries(peer.microseconds)
    .map(([mix, microseconds]) => `${mix} ${(microseconds / 1000).toFixed(1)} ms`)
    .join(', ');
}

/** Returns the section about adapters; "" when that part was not measured. */
function inApplications({ adapters }: BenchFile): string {
  if (adapters === undefined) return '';
  return `## In an application

${TOGETHER}

${markdownTable(togetherRows(adapters))}

${ADDED}

${markdownTable(addedRows(adapters))}

`;
}

/** Returns the figures as text. Parts that were not measured are missing. */
function figuresOf(file: BenchFile): string {
  const { commands, start, memory, proxies, firstRequests, transactions, levels } = file;
  const { bodySizes, bodyKinds, argumentCounts, worst, adversarial } = file;
  return [
    commands && show.showCommands(commands),
    start && show.showStart(start),
    memory && show.showMemory(memory),
    proxies && showProxies(proxies),
    transactions && show.showMixes(transactions),
    firstRequests && showFirstRequests(firstRequests),
    levels && show.showLevels(levels),
    bodySizes && show.showBodySizes(bodySizes),
    bodyKinds && show.showBodyKinds(bodyKinds),
    argumentCounts && show.showArgumentCounts(argumentCounts),
    worst && show.showWorstCases(worst),
    adversarial && `\n${showWorst(adversarial)}`,
  ]
    .filter((text) => text !== undefined)
    .join('\n')
    .trim();
}

/** Formats a Markdown table; the first row is the head. */
function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
