/** Elements, made and found. Texts are always texts: nothing here takes HTML. */

type Properties<Name extends keyof HTMLElementTagNameMap> = Partial<
  Omit<HTMLElementTagNameMap[Name], 'style'>
>;

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties<Name> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** The element of index.html with that id. */
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`index.html has no ${kind.name} #${id}`);
  return found;
}

/** A button that looks like a link: what it shows is elsewhere on the page. */
export function link(text: string, open: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button', className: 'link' }, text);
  button.addEventListener('click', open);
  return button;
}
