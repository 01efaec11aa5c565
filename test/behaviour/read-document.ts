/** Behaviour documents: what their blocks say, without running anything. */
import { readFileSync } from 'node:fs';
import type { TextFiles } from '../helpers/compile-text.ts';

export type Exchange = {
  readonly request: string;
  readonly response: string | undefined;
  /** The client's address. */
  readonly from: string;
  /** Seconds that pass before the request. */
  readonly after: number;
  readonly result: readonly string[];
};

export type Case = {
  readonly title: string;
  readonly line: number;
  readonly rules: string;
  readonly files: TextFiles;
  /** `line:column severity code`; none: the rules are clean. */
  readonly problems: readonly string[];
  readonly exchanges: readonly Exchange[];
};

type Block = { readonly info: string; readonly text: string };

/** One case for each `##` heading. Documents are bytes: UTF-8 in them arrives as it is. */
export function readDocument(path: string): readonly Case[] {
  const text = readFileSync(path, 'latin1');
  return [...text.matchAll(/^## (.*)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm)].map((found) => {
    const [whole, title = '', section = ''] = found;
    const line = text.slice(0, found.index).split('\n').length;
    try {
      return { title, line, ...readSection(section) };
    } catch (error) {
      throw new Error(`${path}:${line}: ${whole.slice(0, 60)}: ${String(error)}`);
    }
  });
}

function readSection(section: string): Omit<Case, 'title' | 'line'> {
  const blocks = [...section.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(
    ([, info = '', text = '']): Block => ({ info, text: repeat(text.replace(/\n$/, '')) }),
  );
  const rules = blocks.filter(({ info }) => info === 'seclang').map(({ text }) => text);
  if (rules.length === 0) throw new Error('no seclang block');
  const files = blocks.flatMap(({ info, text }) => {
    const name = /^file (\S+)$/.exec(info)?.[1];
    return name === undefined ? [] : [[name, text] as const];
  });
  return {
    rules: rules.join('\n'),
    files: Object.fromEntries(files),
    problems: blocks
      .filter(({ info }) => info === 'problems')
      .flatMap(({ text }) => text.split('\n')),
    exchanges: readExchanges(blocks),
  };
}

/** `{{a*3}}` stands for aaa: limits need long texts. */
function repeat(text: string): string {
  return text.replace(/\{\{(.+?)\*(\d+)\}\}/g, (_, part, count) => part.repeat(Number(count)));
}

/** `http [from ADDRESS] [after SECONDS]`, perhaps a `response`, then a `result`. */
function readExchanges(blocks: readonly Block[]): readonly Exchange[] {
  const exchanges: Exchange[] = [];
  blocks.forEach(({ info, text }, index) => {
    const [kind, ...words] = info.split(' ');
    if (kind !== 'http') return;
    const option = (name: string): string | undefined =>
      words[words.indexOf(name) + 1 || words.length];
    const next = blocks[index + 1];
    const response = next?.info === 'response' ? next.text : undefined;
    const result = response === undefined ? next : blocks[index + 2];
    if (result?.info !== 'result') throw new Error('an http block without result');
    exchanges.push({
      request: text,
      response,
      from: option('from') ?? '192.0.2.1',
      after: Number(option('after') ?? 0),
      result: result.text.split('\n'),
    });
  });
  return exchanges;
}
