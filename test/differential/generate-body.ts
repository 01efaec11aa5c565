/** Generated bodies of every media type that has a body processor, whole and broken. */
import fc, { type Arbitrary } from 'fast-check';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { NAMES } from './fragments.ts';
import { texts } from './generate-text.ts';

export type Body = { readonly type: string | undefined; readonly text: ByteString };
type Fields = readonly (readonly [name: ByteString, value: ByteString])[];

const BOUNDARY = 'xYzZy';

const none: Arbitrary<Body> = fc.constant({ type: undefined, text: '' });

function form(fields: Fields): Body {
  return {
    type: 'application/x-www-form-urlencoded',
    text: fields.map(([name, value]) => `${name}=${value}`).join('&'),
  };
}

function json([fields, type]: readonly [Fields, string]): Body {
  const members = fields.map(([name, value]) => `${quoted(name)}:${quoted(value)}`);
  const list = fields.map(([, value]) => quoted(value));
  return { type, text: `{${members.join(',')},"list":[${list.join(',')},1,null,{"deep":[[]]}]}` };
}

function xml([fields, type]: readonly [Fields, string]): Body {
  const items = fields.map(
    ([, value], index) => `<item a${index}="${escaped(value)}">${escaped(value)}</item>`,
  );
  return { type, text: `<?xml version="1.0"?><root>${items.join('')}</root>` };
}

function multipart([fields, isFile]: readonly [Fields, boolean]): Body {
  const parts = fields.map(([name, value], index) => {
    const file = isFile && index === 0 ? `; filename="${value}"\r\nContent-Type: text/plain` : '';
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
  });
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  return { type, text: `${parts.join('')}--${BOUNDARY}--\r\n` };
}

/** Bodies of every media type, with up to `most` fields. */
export function bodiesOf(values: Arbitrary<ByteString>, most: number): Arbitrary<Body> {
  const names = fc.constantFrom(...NAMES);
  const fields = fc.array(fc.tuple(names, values), { minLength: 1, maxLength: most });
  const types = fc.oneof(fc.constantFrom('text/plain', 'application/octet-stream'), texts);
  return fc.oneof(
    fields.map(form),
    fc.tuple(fields, fc.constantFrom('application/json', 'application/problem+json')).map(json),
    fc.tuple(fields, fc.constantFrom('text/xml', 'application/soap+xml')).map(xml),
    fc.tuple(fields, fc.boolean()).map(multipart),
    fc.tuple(values, types).map(([text, type]): Body => ({ type, text })),
  );
}

const whole = bodiesOf(texts, 4);

/** Cut short, or under the type of another. */
const broken = fc
  .tuple(whole, whole, fc.boolean(), fc.nat({ max: 99 }))
  .map(
    ([body, other, cut, percent]): Body =>
      cut
        ? { ...body, text: body.text.slice(0, (body.text.length * percent) / 100) }
        : { ...body, type: other.type },
  );

export const bodies: Arbitrary<Body> = fc.oneof(
  { weight: 4, arbitrary: none },
  { weight: 5, arbitrary: whole },
  { weight: 1, arbitrary: broken },
);

function quoted(text: ByteString): ByteString {
  return JSON.stringify(text);
}

function escaped(text: ByteString): ByteString {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
