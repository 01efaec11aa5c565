/** Collections that rules write, and the keys with which they were opened. */
import { scalar, stored, type VariableRecords } from './record.ts';

export const collections: VariableRecords = {
  ENV: stored('env', 'What setenv has set in this transaction.', {
    differs:
      'Holds what setenv has set for this transaction; never the environment of the process.',
  }),
  GEO: stored(
    'geo',
    'What @geoLookup has found last: COUNTRY_CODE, COUNTRY_NAME, COUNTRY_CONTINENT, with a city database also REGION, CITY, POSTAL_CODE, LATITUDE, LONGITUDE.',
    {
      differs:
        'COUNTRY_CODE, COUNTRY_NAME, COUNTRY_CONTINENT; with a city database REGION, CITY, POSTAL_CODE, LATITUDE, LONGITUDE. MMDB files have no COUNTRY_CODE3, DMA_CODE and AREA_CODE.',
    },
  ),
  GLOBAL: stored('global', 'The collection that all clients share; initcol:global opens it.'),
  IP: stored('ip', 'The collection of the client address; initcol:ip opens it.'),
  RESOURCE: stored('resource', 'The collection of the requested resource; setrsc opens it.'),
  SESSION: stored('session', 'The collection of the session; setsid opens it.'),
  SESSIONID: scalar('sessionid', 'What setsid has set.', { life: 'changing' }),
  TX: stored(
    'txVariables',
    'The variables of this transaction: setvar sets them; TX:0 to TX:9 hold what capture has captured.',
    { differs: 'Empty at the start; Coraza starts with the keys 0 to 10.' },
  ),
  USER: stored('user', 'The collection of the user; setuid opens it.'),
  USERID: scalar('userid', 'What setuid has set.', { life: 'changing' }),
};
