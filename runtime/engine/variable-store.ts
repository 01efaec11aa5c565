/** Collections that rules write: TX and the persistent ones. Names are compared without case. */
import { type ByteString, lowerAscii } from './byte-string.ts';
import { sharedVariables, type Variables, type StoredVariable } from './stored-variables.ts';

export class VariableStore {
  /** As MATCHED_VAR_NAME shows it. */
  readonly variable: string;
  /** Something was written through this store; others may share its variables. */
  isChanged = false;
  readonly #variables: Variables;
  /** What the last capturing match stored under "0" to "9": kept apart, since rules do it all the time. */
  #captures: readonly ByteString[] = [];
  #hasDigits = false;

  constructor(variable: string, variables: Variables = sharedVariables(Number.POSITIVE_INFINITY)) {
    this.variable = variable;
    this.#variables = variables;
  }
}
