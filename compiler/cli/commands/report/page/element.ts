/** Creates elements of the page. Texts become text nodes and attribute values, never markup. */

type Attributes = Readonly<Record<string, string | undefined>>;

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes,
  ...children: readonly (Node | string | undefined)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes))
    if (value !== undefined) made.setAttribute(attribute, value);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

export function button(text: string, label: string, onClick: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', 'aria-label': label }, text);
  made.addEventListener('click', onClick);
  return made;
}

/** Creates a table. The first row is its head; the first column has the names of the rows. */
export function table(
  caption: string,
  [head = [], ...rows]: readonly (readonly (Node | string)[])[],
): HTMLElement {
  const headCells = head.map((cell) => element('th', { scope: 'col' }, cell));
  const bodyRows = rows.map(([name = '', ...cells]) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, name),
      ...cells.map((cell) => element('td', {}, cell)),
    ),
  );
  return element(
    'div',
    { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': caption },
    element(
      'table',
      {},
      element('caption', {}, caption),
      element('thead', {}, element('tr', {}, ...headCells)),
      element('tbody', {}, ...bodyRows),
    ),
  );
}
