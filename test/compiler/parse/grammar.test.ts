/** Chevrotain accepts the modes of the lexer and the grammar, which are not checked again at every start. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lexer } from 'chevrotain';
import { Grammar } from '#compiler/1-parse/grammar.ts';
import { lexerDefinition } from '#compiler/1-parse/lexer.ts';

test('the modes of the lexer are sound', () => {
  const { lexerDefinitionErrors } = new Lexer(lexerDefinition, {
    positionTracking: 'onlyOffset',
    deferDefinitionErrorsHandling: true,
  });
  assert.deepEqual(lexerDefinitionErrors, []);
});

test('the grammar is neither ambiguous nor left-recursive', () => {
  const grammar = new Grammar({ skipValidations: false });
  assert.ok(Object.keys(grammar.getGAstProductions()).length > 10);
});
