/** The dialog with a list of requests that a bar opens. */
import type { ShownMatch, ShownRequest } from '../document.ts';
import { button, element, table } from './element.ts';
import { number, requests as requestsText, second } from './text.ts';

export type RequestsDialog = {
  /** Opens the dialog for the bar `title` with `count` requests; `indexes` are those that the report contains. */
  readonly open: (title: string, count: number, indexes: readonly number[]) => void;
  readonly element: HTMLElement;
};

export function createRequestsDialog(requests: readonly ShownRequest[]): RequestsDialog {
  const heading = element('h2', { id: 'requests-title', tabindex: '-1' });
  const content = element('div', {});
  const dialog = element('dialog', { 'aria-labelledby': 'requests-title' });
  const close = button('Close', 'Close the list of requests', () => dialog.close());
  dialog.append(element('div', { class: 'dialog-head' }, heading, close), content);
  // A click outside has the dialog itself as its target, a click inside some element of its content.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  return {
    element: dialog,
    open: (title, count, indexes) => {
      const shown = indexes.flatMap((index) => requests[index] ?? []).toSorted(byTime);
      heading.textContent = title;
      content.replaceChildren(element('p', {}, sampleText(count, shown.length)), listOf(shown));
      dialog.showModal();
      heading.focus();
    },
  };
}

function byTime(one: ShownRequest, other: ShownRequest): number {
  return (other.time ?? 0) - (one.time ?? 0);
}

function sampleText(count: number, shown: number): string {
  if (shown === 0) return `${requestsText(count)}, of which this report contains none.`;
  return shown < count
    ? `${number(shown)} of ${requestsText(count)}, drawn at random. Secrets are masked.`
    : `${requestsText(count)}. Secrets are masked.`;
}

function listOf(shown: readonly ShownRequest[]): HTMLElement {
  const rows = shown.map((request) => [
    second(request.time),
    element('span', { class: `outcome ${request.outcome}` }, request.outcome),
    clientOf(request),
    element(
      'div',
      {},
      element('code', {}, `${request.method} ${request.uri}`),
      element('p', { class: 'quiet' }, detailsOf(request)),
    ),
    element('ul', {}, ...request.rules.map(matchOf), moreOf(request)),
  ]);
  return table('Requests', [['Time, UTC', 'Outcome', 'Client', 'Request', 'Rules'], ...rows]);
}

function clientOf({ client, country }: ShownRequest): string {
  return country === '' ? client : `${client} (${country})`;
}

function detailsOf({ host, status, id, agent }: ShownRequest): string {
  const parts = [host, status === 0 ? '' : `answered ${status}`, id, agent];
  return parts.filter((part) => part !== '').join(' · ');
}

function matchOf({ id, message, data }: ShownMatch): HTMLElement {
  return element(
    'li',
    {},
    `${id} ${message}`,
    data === '' ? undefined : element('code', { class: 'quiet' }, data),
  );
}

function moreOf({ more }: ShownRequest): HTMLElement | undefined {
  return more === 0 ? undefined : element('li', {}, `and ${number(more)} more`);
}
