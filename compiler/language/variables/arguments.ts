/** Variables of the arguments in queries, forms, JSON bodies and paths. */
import { collection, scalar, type VariableRecords } from './record.ts';

export const ofArguments: VariableRecords = {
  ARGS: collection(
    'args',
    'All arguments: of the query string, of a form, of a multipart body, the members of a JSON body.',
  ),
  ARGS_COMBINED_SIZE: scalar(
    'argsCombinedSize',
    'Total number of bytes of all argument names and values.',
  ),
  ARGS_GET: collection('argsGet', 'The arguments of the query string.'),
  ARGS_GET_NAMES: collection('argsGetNames', 'The names of the arguments of the query string.'),
  ARGS_NAMES: collection('argsNames', 'The names of all arguments.'),
  ARGS_PATH: collection(
    'argsPath',
    'The named parts of the path, from the last @restpath that matched.',
    {
      life: 'changing',
    },
  ),
  ARGS_POST: collection('argsPost', 'The arguments of the body.', {
    phase: 2,
    differs:
      'Names of a form that differ only in case are all available; Coraza loses all but one (a bypass). A text body without a body processor is parsed as what it looks like: JSON, XML, a form, or else one argument without a name. Coraza does not parse it.',
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
    '1 when a form or query string contains a percent sign that is not part of a valid escape.',
    { differs: 'Query strings and bodies set it, as in ModSecurity; always 0 in Coraza.' },
  ),
};
