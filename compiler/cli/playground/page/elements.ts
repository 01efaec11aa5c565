/** The elements of index.html that the page changes. */
import { byId } from './dom.ts';

export const page = {
  examples: byId('examples', HTMLSelectElement),
  file: byId('file', HTMLSelectElement),
  entries: byId('entries', HTMLTextAreaElement),
  findings: byId('finding-list', HTMLOListElement),
  count: byId('count', HTMLElement),
  result: byId('result', HTMLElement),
  trace: byId('trace', HTMLElement),
  rule: byId('rule', HTMLPreElement),
  costs: byId('costs', HTMLTableSectionElement),
  module: byId('module', HTMLSelectElement),
  status: byId('status', HTMLElement),
  linkStatus: byId('link-status', HTMLElement),
} as const;
