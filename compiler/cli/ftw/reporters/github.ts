/** Prints failures as workflow commands, which GitHub shows next to the files of a pull request. */
import { escapeData, escapeProperty } from '../../output/escape.ts';
import type { FtwRecord } from '../ftw-record.ts';
import { closingLine, detailsOf, titleOf } from './summary.ts';

export function formatGithub(records: readonly FtwRecord[]): string {
  const commands = records
    .filter(({ kind }) => kind === 'failed')
    .map((record) => {
      const properties = `file=${escapeProperty(record.file)},title=${escapeProperty(record.id)}`;
      const text = [titleOf(record), ...detailsOf(record).slice(1)].join('\n');
      return `::error ${properties}::${escapeData(text)}`;
    });
  return `${[...commands, closingLine(records)].join('\n')}\n`;
}
