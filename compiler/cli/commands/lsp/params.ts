/** Checks the params of requests: a client that sends others gets InvalidParams (LSP 3.17, Response Message). */
import { ErrorCodes, Position, Range, type ResponseError } from 'vscode-languageserver/node';
import { memberAt } from '#compiler/json.ts';
import { refuse } from './lifecycle.ts';

const isText = (value: unknown): boolean => typeof value === 'string';
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** The members that requests need, by their path. */
const NEEDS = {
  'textDocument.uri': { isValid: isText, type: 'a text' },
  position: { isValid: (value: unknown) => Position.is(value), type: 'a position' },
  range: { isValid: (value: unknown) => Range.is(value), type: 'a range' },
  newName: { isValid: isText, type: 'a text' },
  query: { isValid: isText, type: 'a text' },
  command: { isValid: isText, type: 'a text' },
  context: { isValid: isObject, type: 'an object' },
  'context.diagnostics': { isValid: Array.isArray, type: 'an array' },
} as const;

export type Need = keyof typeof NEEDS;

/** Returns the error for params without one of the members; undefined when all are there. */
export function invalidParams(
  params: unknown,
  needs: readonly Need[],
): ResponseError<never> | undefined {
  const missing = needs.find((name) => !NEEDS[name].isValid(memberAt(params, ...name.split('.'))));
  if (missing === undefined) return undefined;
  const message = `params.${missing} must be ${NEEDS[missing].type}.`;
  return refuse(ErrorCodes.InvalidParams, message);
}
