/** Creates and finds elements. Strings become text nodes: no function here parses HTML. */

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

/** Returns the element of index.html with this id. Throws when it is missing or of another kind. */
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`index.html has no ${kind.name} #${id}`);
  return found;
}

/** Creates a button that looks like a link and leads to another part of the page. */
export function link(text: string, open: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button', className: 'link' }, text);
  button.addEventListener('click', open);
  return button;
}
