/** Vectors as rules: for operators where what counts is what the compiler makes of the written text. */
import { compileText } from '../../helpers/compile-text.ts';
import { parseRequest } from '../../helpers/http-block.ts';
import { loadProgram } from '../../helpers/load-program.ts';
import type { Vector } from './vectors.ts';

/** By the vectors' names. */
export const RULE_OPERATORS: ReadonlySet<string> = new Set(['geolookup', 'rx', 'rxglobal']);

export type RuleResult = {
  readonly vector: Vector;
  readonly matches: boolean;
  /** TX.0 to TX.9 up to the last one that is not empty. */
  readonly captures: readonly string[];
};

/** Compiles one rule for each vector and shows each its own value; throws when one does not compile. */
export async function runVectorsAsRules(
  vectors: readonly Vector[],
): Promise<readonly RuleResult[]> {
  const rules = ['SecRuleEngine On', ...vectors.map(ruleOf)];
  const { program, diagnostics } = compileText(rules.join('\n'));
  if (program === undefined) throw new Error(JSON.stringify(diagnostics.map((one) => one.message)));
  const waf = await loadProgram(program);
  return vectors.map((vector, index) => {
    const { head } = parseRequest(`GET /?v${index}=${escaped(vector.value)} HTTP/1.1`);
    const transaction = waf.open(head, 'vector');
    transaction.inspectRequestHeaders();
    const texts = Array.from({ length: 10 }, (_, group) => transaction.txVariable(String(group)));
    return {
      vector,
      matches: transaction.matches.length > 0,
      captures: texts.slice(0, texts.findLastIndex((text) => text !== '') + 1),
    };
  });
}

/** A rule is one line, so a line end in the expression is written as its escape. */
function ruleOf({ name, argument }: Vector, index: number): string {
  const written = argument.replaceAll('"', '\\"').replaceAll('\n', '\\n');
  return `SecRule ARGS:v${index} "@${name} ${written}" "id:${index + 1},phase:1,pass,log,capture"`;
}

function escaped(value: string): string {
  return value.replace(/[\s\S]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
