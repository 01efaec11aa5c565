/** Collections that rules write, and the keys with which they were opened. */
import { scalar, stored, type VariableRecords } from './record.ts';

export const collections: VariableRecords = {
  ENV: stored('env', 'The variables that setenv has set in this transaction.', {
    differs:
      'Contains only what setenv has set in this transaction, never the environment of the process.',
  }),
  GEO: stored(
    'geo',
    'The result of the last @geoLookup that matched: COUNTRY_CODE, COUNTRY_NAME, COUNTRY_CONTINENT, with a city database also REGION, CITY, POSTAL_CODE, LATITUDE, LONGITUDE.',
    {
      differs:
        'COUNTRY_CODE, COUNTRY_NAME, COUNTRY_CONTINENT; with a city database REGION, CITY, POSTAL_CODE, LATITUDE, LONGITUDE. MMDB files have no COUNTRY_CODE3, DMA_CODE and AREA_CODE.',
    },
  ),
  GLOBAL: stored(
    'global',
    'The persistent collection that all clients share; initcol:global opens it.',
  ),
  IP: stored('ip', 'The persistent collection of the client address; initcol:ip opens it.'),
  RESOURCE: stored(
    'resource',
    'The persistent collection of the requested resource; setrsc opens it.',
  ),
  SESSION: stored('session', 'The persistent collection of the session; setsid opens it.'),
  SESSIONID: scalar('sessionid', 'The session id that setsid has set.', { life: 'changing' }),
  TX: stored(
    'txVariables',
    'The variables of this transaction, which setvar sets; TX:0 to TX:9 are the captures of the action capture.',
    { differs: 'Empty at the start; Coraza starts with the keys 0 to 10.' },
  ),
  USER: stored('user', 'The persistent collection of the user; setuid opens it.'),
  USERID: scalar('userid', 'The user id that setuid has set.', { life: 'changing' }),
};
