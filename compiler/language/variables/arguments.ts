/** Variables of the arguments in queries, forms, JSON bodies and paths. */
import { collection, scalar, type VariableRecords } from './record.ts';

export const ofArguments: VariableRecords = {
  ARGS: collection(
    'args',
    'All arguments: of the query string, of a form, of a multipart body, the members of a JSON body.',
  ),
  ARGS_COMBINED_SIZE: scalar(
    'argsCombinedSize',
    'The bytes of all argument names and values together.',
  ),
  ARGS_GET: collection('argsGet', 'The arguments of the query string.'),
  ARGS_GET_NAMES: collection('argsGetNames', 'The names of the arguments of the query string.'),
  ARGS_NAMES: collection('argsNames', 'The names of all arguments.'),
  ARGS_PATH: collection('argsPath', 'The parts of the path that the last @restpath has named.', {
    life: 'changing',
  }),
  ARGS_POST: collection('argsPost', 'The arguments of the body.', {
    phase: 2,
    differs:
      'Names that differ in case only, and repeated names, are all kept; Coraza loses all but one (a bypass). A text body that no processor reads is read as it looks: JSON, XML, a form, else one argument without a name. Coraza leaves it unread.',
  }),
  ARGS_POST_NAMES: collection('argsPostNames', 'The names of the arguments of the body.', {
    phase: 2,
  }),
  ARGUMENTS_LIMIT_REACHED: scalar(
    'argumentsLimitReached',
    '1 when the request has more arguments than SecArgumentsLimit.',
  ),
  URLENCODED_ERROR: scalar(
    'urlencodedError',
    '1 when a form or query string holds a percent sign that encodes nothing.',
    { differs: '0 or 1, as in ModSecurity; a text in Coraza. Set by queries and bodies.' },
  ),
};
