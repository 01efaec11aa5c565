/** The country database, when clients are filtered by country. */
import { loadGeoDatabase } from '../../../../runtime/proxy/filters/geo-database.ts';
import { messageOf } from '../../../../runtime/proxy/message-of.ts';
import { type Check, failed, ok } from './condition.ts';

export const checkCountryDatabase: Check = ({ read }) => {
  const { geoBlock, geoDatabase } = read.settings;
  if (!geoBlock) return [ok('GeoIP', 'not used: GEO_BLOCK_ENABLED is off')];
  try {
    return [ok('GeoIP', `${geoDatabase}: ${loadGeoDatabase(geoDatabase).description}`)];
  } catch (error) {
    const hint = 'Set GEO_DB_PATH to a country database in MMDB format.';
    return [failed('GeoIP', `${geoDatabase}: ${messageOf(error)}`, hint)];
  }
};
