/** XML documents with document type declarations: harmless ones, and those that make a parser read or grow. */

export type XmlDocument = {
  readonly name: string;
  readonly body: string;
  /** What paranoia level 2 answers: 400 when the declaration is refused, 403 when rules find something. */
  readonly status: 200 | 400 | 403;
};

const XHTML =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN"\n "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">';
const SVG =
  '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';

const page = (doctype: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${doctype}\n<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="fr">` +
  '<head><title>Menu</title></head><body><p class="lead">Soup&#160;of the day</p></body></html>\n';

const drawing = (doctype: string): string =>
  `<?xml version="1.0"?>\n${doctype}\n<svg xmlns="http://www.w3.org/2000/svg" version="1.1" width="20" height="10">` +
  '<title>Two squares</title><rect width="10" height="10" fill="red"/><rect x="10" width="10" height="10"/></svg>';

const harmless: readonly (readonly [string, string])[] = [
  ['XHTML page', page(XHTML)],
  ['XHTML page with an entity of its DTD', page(XHTML).replace('&#160;', '&nbsp;')],
  ['HTML 5 page as XML', page('<!DOCTYPE html>')],
  ['SVG drawing', drawing(SVG)],
  [
    'SVG drawing that declares attributes',
    drawing('<!DOCTYPE svg [<!ATTLIST svg id ID #IMPLIED>]>'),
  ],
];

const harmful: readonly (readonly [string, string])[] = [
  [
    'SVG drawing that reads a file',
    drawing('<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hosts">]>').replace('Two', '&x;'),
  ],
  ['SVG drawing with a DTD of somebody', drawing('<!DOCTYPE svg SYSTEM "http://203.0.113.5/x">')],
  ['XHTML page with an entity', page('<!DOCTYPE html [<!ENTITY soup "soup">]>')],
  ['XHTML page with a parameter entity', page('<!DOCTYPE html [<!ENTITY % p "x"> %p;]>')],
];

const script: XmlDocument = {
  name: 'SVG drawing with a script by default',
  body: drawing('<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)//<script>">]>'),
  status: 403,
};

export const xmlDocuments: readonly XmlDocument[] = [
  ...harmless.map(([name, body]) => ({ name, body, status: 200 }) as const),
  script,
  ...harmful.map(([name, body]) => ({ name, body, status: 400 }) as const),
];
