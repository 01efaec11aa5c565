/** Tabs by the ARIA pattern: arrow keys move between them, and the Tab key reaches only the selected one. */

/** Connects the tabs in `list` to their panels. Calls `chosen` with the id of a selected panel. */
export function connectTabs(list: HTMLElement, chosen: (panel: string) => void): void {
  const tabs = Array.from(list.querySelectorAll<HTMLElement>('[role=tab]'));
  const choose = (tab: HTMLElement): void => {
    for (const each of tabs) {
      const isChosen = each === tab;
      each.setAttribute('aria-selected', String(isChosen));
      each.tabIndex = isChosen ? 0 : -1;
      const panel = document.getElementById(each.getAttribute('aria-controls') ?? '');
      if (panel !== null) panel.hidden = !isChosen;
    }
    chosen(tab.getAttribute('aria-controls') ?? '');
  };
  for (const tab of tabs) tab.addEventListener('click', () => choose(tab));
  list.addEventListener('keydown', (event) => {
    const next = neighbour(tabs, event.key);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
    choose(next);
  });
}

function neighbour(tabs: readonly HTMLElement[], key: string): HTMLElement | undefined {
  const at = tabs.findIndex((tab) => tab.matches(':focus'));
  if (key === 'ArrowRight') return tabs[(at + 1) % tabs.length];
  if (key === 'ArrowLeft') return tabs.at(at - 1);
  if (key === 'Home') return tabs[0];
  return key === 'End' ? tabs.at(-1) : undefined;
}
