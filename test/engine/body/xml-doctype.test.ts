import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseXml } from '#engine/body/parse-xml.ts';
import { rowTitle } from '../../helpers/row-title.ts';

test('a document type declaration that declares no entities is accepted, and is no text', async (t) => {
  const rows: readonly [doctype: string, attributes?: readonly string[]][] = [
    ['<!DOCTYPE a>'],
    ['<!DOCTYPE\n\ta\r\n>'],
    ['<!DOCTYPE \xc3\xa9>'],
    ['<!DOCTYPE html SYSTEM "about:legacy-compat">'],
    [
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">',
    ],
    [
      "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN'\n 'https://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd' >",
    ],
    [
      '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    ],
    ['<!DOCTYPE a []>'],
    ["<!DOCTYPE a [ <!ELEMENT a (b|c)*> <!-- don't > ]> --> <?p don't ]> ?> ] >"],
    [
      '<!DOCTYPE svg SYSTEM "http://www.w3.org/x.dtd" [<!ATTLIST a b CDATA #FIXED "x&#x3c;]>" c (d|e) \'d\'>]>',
      ['x<]>', 'd'],
    ],
  ];
  for (const [doctype, attributes = []] of rows) {
    await t.test(rowTitle(doctype), () => {
      const parsed = parseXml(`<?xml version="1.0"?>${doctype}<!-- -->\n<a b="1">x</a>`, 100);
      assert.equal(parsed.error, undefined, doctype);
      assert.deepEqual(parsed.texts, ['x'], doctype);
      assert.deepEqual(parsed.attributes, [...attributes, '1'], doctype);
    });
  }
  assert.equal(rows.length, 10);
});

test('others are an error, what is quoted in them counts as attributes, and what follows is inspected', async (t) => {
  const entity = 'entity declaration not allowed';
  const external = 'external DTD not allowed';
  const malformed = 'malformed document type declaration';
  const parameter = 'parameter entity not allowed';
  const rows: readonly [doctype: string, error: string, attributes?: readonly string[]][] = [
    ['<!DOCTYPE a [<!ENTITY e "]>">]>', entity, [']>']],
    ["<!DOCTYPE a [<!ENTITY e '\"'><!ELEMENT a ANY>] >", entity, ['"']],
    ['<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>', entity, ['file:///etc/passwd']],
    ['<!DOCTYPE a [<!ENTITY % p PUBLIC "p" "http://h/d">%p;]>', entity, ['p', 'http://h/d']],
    ['<!DOCTYPE a [ <!-- " --> <!ENTITY e "x">]>', entity, ['x']],
    ['<!DOCTYPE a [%p;]>', parameter],
    ['<!DOCTYPE a [<!ATTLIST a %p;>]>', parameter],
    ['<!DOCTYPE a SYSTEM "file:///etc/passwd">', external, ['file:///etc/passwd']],
    ['<!DOCTYPE a SYSTEM "x.dtd">', external, ['x.dtd']],
    [
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://203.0.113.5/svg11.dtd">',
      external,
      ['-//W3C//DTD SVG 1.1//EN', 'http://203.0.113.5/svg11.dtd'],
    ],
    [
      '<!DOCTYPE a SYSTEM "http://www.w3.org@203.0.113.5/x">',
      external,
      ['http://www.w3.org@203.0.113.5/x'],
    ],
    ['<!DOCTYPE a SYSTEM "HTTP://WWW.W3.ORG/x">', external, ['HTTP://WWW.W3.ORG/x']],
    ['<!DOCTYPE a [<!NOTATION n SYSTEM "x">]>', malformed, ['x']],
    ['<!DOCTYPE a [<!ATTLIST a b CDATA "&e;">]>', 'unknown reference', ['&e;']],
    ['<!DOCTYPE a [x]>', malformed],
    ['<!DOCTYPE a []x>', malformed],
    ['<!DOCTYPE a ]>', malformed],
    ['<!doctype a>', malformed],
    ['<!DOCTYPE>', malformed],
    ['<!DOCTYPE a;id>', malformed],
    ['<!DOCTYPE 1>', malformed],
    ['<!DOCTYPE a [<!ELEMENT a ;id>]>', malformed],
    ['<!DOCTYPE a [<!ELEMENT a (b|$c)>]>', malformed],
    ['<!DOCTYPE a [<!ELEMENT (a)>]>', malformed],
    ['<!DOCTYPE a [<!ATTLIST>]>', malformed],
    ['<!DOCTYPE a [<!ATTLIST a b=c CDATA "d">]>', malformed, ['d']],
    ['<!DOCTYPE a [<!-- -- -->]>', malformed],
    ['<!DOCTYPE a [<!-- --->]>', malformed],
    ['<!DOCTYPE a [<? p?>]>', malformed],
    ['<!DOCTYPE a [<?xml version="1.0"?>]>', malformed],
    ['<!DOCTYPE a PUBLIC "p">', malformed, ['p']],
    ['<!DOCTYPE a PUBLIC "<p" "about:legacy-compat">', malformed, ['<p', 'about:legacy-compat']],
    ['<!DOCTYPE a "x">', malformed, ['x']],
    ['<!DOCTYPEa>', malformed],
  ];
  for (const [doctype, error, attributes = []] of rows) {
    await t.test(rowTitle(doctype), () => {
      const parsed = parseXml(`${doctype}<a b="1">x</a>`, 100);
      assert.equal(parsed.error, `${error} at byte 0`, doctype);
      assert.deepEqual(parsed.texts, ['x'], doctype);
      assert.deepEqual(parsed.attributes, [...attributes, '1'], doctype);
    });
  }
  assert.equal(rows.length, 34);
});

test('a declaration that does not end, occurs twice or follows the root element is an error', () => {
  const rows: readonly [source: string, error: string][] = [
    ['<!DOCTYPE a [<!ENTITY e "<a>x</a>', 'entity declaration not allowed at byte 0'],
    ['<!DOCTYPE a [<!-- <a>x</a>', 'malformed document type declaration at byte 0'],
    [
      '<!DOCTYPE a [<![INCLUDE[<!ELEMENT a ANY>]]>]><a/>',
      'malformed document type declaration at byte 0',
    ],
    ['<!DOCTYPE a', 'malformed document type declaration at byte 0'],
    ['<!DOCTYPE a><!DOCTYPE a><a/>', 'document type declaration not allowed here at byte 12'],
    ['<a/><!DOCTYPE a>', 'document type declaration not allowed here at byte 4'],
    ['<a><!DOCTYPE a></a>', 'document type declaration not allowed here at byte 3'],
    ['<!ENTITY e "x"><a/>', 'markup declaration not allowed at byte 0'],
  ];
  for (const [source, error] of rows) assert.equal(parseXml(source, 100).error, error, source);
  assert.equal(rows.length, 8);
  const open = parseXml('<!DOCTYPE a [<!ENTITY e "<a>x</a>', 100);
  assert.deepEqual([open.texts, open.attributes], [[], ['<a>x</a>']]);
  assert.deepEqual(parseXml('<!ENTITY e "x"><a/>', 100).texts, ['ENTITY e "x">']);
});

test('references to what a published DTD declares stay as they are; others are unknown', async (t) => {
  const XHTML = '<!DOCTYPE a SYSTEM "http://www.w3.org/x.dtd">';
  const named = parseXml(`${XHTML}<a b="&eacute;">&nbsp;&lt;</a>`, 100);
  assert.deepEqual(
    [named.error, named.texts, named.attributes],
    [undefined, ['&nbsp;<'], ['&eacute;']],
  );
  const rows = [
    `${XHTML}<a>x & y</a>`,
    `${XHTML}<a>&nbsp</a>`,
    `${XHTML}<a>&#0;</a>`,
    '<!DOCTYPE a><a>&nbsp;</a>',
    '<!DOCTYPE a [<!ELEMENT a ANY>]><a>&nbsp;</a>',
    '<!DOCTYPE a SYSTEM "about:legacy-compat"><a>&nbsp;</a>',
  ];
  for (const source of rows) {
    await t.test(rowTitle(source), () => {
      assert.match(parseXml(source, 100).error ?? '', /^unknown reference at byte \d+$/, source);
    });
  }
  assert.equal(rows.length, 6);
});

test('entity bombs are not expanded', () => {
  const entities = Array.from(
    { length: 10 },
    (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
  );
  const bomb = `<!DOCTYPE l [<!ENTITY l0 "lol">${entities.join('')}]><l>&l10;</l>`;
  const { texts, attributes, error } = parseXml(bomb, 100);
  assert.equal(error, 'entity declaration not allowed at byte 0');
  assert.deepEqual(texts, ['&l10;']);
  assert.ok(attributes.join('').length < bomb.length);
});

test('declarations and references of 11 MB are read', () => {
  const long = 'p'.repeat(11_000_000);
  const declarations = [
    `PUBLIC "${long}" "about:legacy-compat"`,
    `SYSTEM "http://www.w3.org/${long}"`,
    `[<!ELEMENT ${long} (${long})>]`,
  ];
  for (const declaration of declarations) {
    const { error } = parseXml(`<!DOCTYPE a ${declaration}><a/>`, 100);
    assert.equal(error, undefined, declaration.slice(0, 20));
  }
  const { error } = parseXml(`<!DOCTYPE a SYSTEM "http://www.w3.org/x.dtd"><a>&${long};</a>`, 100);
  assert.equal(error, undefined, 'a reference');
  assert.equal(declarations.length, 3);
});
