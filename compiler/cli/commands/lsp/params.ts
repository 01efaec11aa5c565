/** Parameters of requests, checked: whatever a client sends, what comes out has the shape it should have. */
import { member } from './json-rpc.ts';
import type { Range, TextPosition } from './protocol.ts';

/** What a client sent is not what the method takes; answered as an error. */
export class BadParams extends Error {
  override readonly name = 'BadParams';
}

export type DocumentPosition = { readonly uri: string; readonly position: TextPosition };

/** One change of didChange: of a range, or of everything. */
export type TextChange = { readonly range: Range | undefined; readonly text: string };

/** `params.textDocument.uri`. Throws BadParams, as all of this file do. */
export function uriOf(params: unknown): string {
  return textMember(member(params, 'textDocument'), 'uri');
}

export function documentPositionOf(params: unknown): DocumentPosition {
  return { uri: uriOf(params), position: positionOf(member(params, 'position')) };
}

/** `params.textDocument.text` of didOpen. */
export function openedTextOf(params: unknown): string {
  return textMember(member(params, 'textDocument'), 'text');
}

/** undefined: the client gives none. */
export function versionOf(params: unknown): number | undefined {
  const version = member(member(params, 'textDocument'), 'version');
  return typeof version === 'number' ? version : undefined;
}

export function changesOf(params: unknown): readonly TextChange[] {
  const changes = member(params, 'contentChanges');
  if (!Array.isArray(changes)) throw new BadParams('contentChanges must be a list.');
  return changes.map((change): TextChange => {
    const range = member(change, 'range');
    return {
      range: range === undefined ? undefined : readRange(range),
      text: textMember(change, 'text'),
    };
  });
}

/** Whether `references` shall contain the definition too. */
export function includesDeclaration(params: unknown): boolean {
  return member(member(params, 'context'), 'includeDeclaration') === true;
}

/** The folder the client works in; undefined: none is given. */
export function rootUriOf(params: unknown): string | undefined {
  const folders = member(params, 'workspaceFolders');
  const folder: unknown = Array.isArray(folders) ? folders[0] : undefined;
  const uri = member(folder, 'uri') ?? member(params, 'rootUri');
  return typeof uri === 'string' ? uri : undefined;
}

function readRange(value: unknown): Range {
  return { start: positionOf(member(value, 'start')), end: positionOf(member(value, 'end')) };
}

function positionOf(value: unknown): TextPosition {
  return { line: countMember(value, 'line'), character: countMember(value, 'character') };
}

function textMember(value: unknown, name: string): string {
  const text = member(value, name);
  if (typeof text !== 'string') throw new BadParams(`${name} must be text.`);
  return text;
}

function countMember(value: unknown, name: string): number {
  const count = member(value, name);
  if (typeof count === 'number' && Number.isInteger(count) && count >= 0) return count;
  throw new BadParams(`${name} must be a number from 0.`);
}
