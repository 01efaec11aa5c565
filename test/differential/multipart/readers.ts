/** Multipart parsers that back ends use. Each returns the values that it takes for fields; undefined: it refuses the body. */
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import busboy from 'busboy';
import formidable from 'formidable';
import { Form } from 'multiparty';
import type { MultipartBody } from './generate-multipart.ts';

type Fields = readonly string[] | undefined;
type Read = (body: MultipartBody) => Promise<Fields>;

/** Some parsers wait for the rest of a body that seems to be cut off. */
const LIMIT_MS = 500;

function inTime(read: Read): Read {
  return (body) =>
    new Promise((resolve) => {
      const timer = setTimeout(() => end(undefined), LIMIT_MS);
      const end = (fields: Fields): void => {
        clearTimeout(timer);
        resolve(fields);
      };
      read(body).then(end, () => end(undefined));
    });
}

function requestOf({ type, body }: MultipartBody): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.method = 'POST';
  request.headers = { 'content-type': type, 'content-length': String(body.length) };
  request.push(Buffer.from(body, 'latin1'));
  request.push(null);
  request.complete = true;
  return request;
}

function readWithBusboy({ type, body }: MultipartBody): Promise<Fields> {
  return new Promise((resolve, reject) => {
    const fields: string[] = [];
    const parser = busboy({ headers: { 'content-type': type } });
    parser.on('field', (_, value) => fields.push(value));
    parser.on('file', (_, stream) => stream.on('error', reject).resume());
    parser.on('error', reject).on('close', () => resolve(fields));
    parser.end(Buffer.from(body, 'latin1'));
  });
}

async function readWithFormidable(body: MultipartBody): Promise<Fields> {
  const form = formidable({
    allowEmptyFiles: true,
    minFileSize: 0,
    fileWriteStreamHandler: () => new Writable({ write: (_chunk, _encoding, done) => done() }),
  });
  const [fields] = await form.parse(requestOf(body));
  return Object.values(fields).flatMap((values) => values ?? []);
}

function readWithMultiparty(body: MultipartBody): Promise<Fields> {
  return new Promise((resolve, reject) => {
    const form = new Form();
    const values: Promise<string>[] = [];
    form.on('error', reject);
    form.on('part', (part) => {
      part.on('error', reject);
      if (part.filename === undefined) values.push(text(part));
      else part.resume();
    });
    form.on('close', () => resolve(Promise.all(values)));
    form.parse(requestOf(body));
  });
}

/** Node's fetch, which Hono, Remix and SvelteKit use. */
async function readWithFetch({ type, body }: MultipartBody): Promise<Fields> {
  const headers = { 'Content-Type': type };
  const form = await new Response(Buffer.from(body, 'latin1'), { headers }).formData();
  return [...form.values()].filter((value) => typeof value === 'string');
}

export const readers: readonly (readonly [name: string, read: Read])[] = [
  ['busboy', inTime(readWithBusboy)],
  ['formidable', inTime(readWithFormidable)],
  ['multiparty', inTime(readWithMultiparty)],
  ['fetch', inTime(readWithFetch)],
];
