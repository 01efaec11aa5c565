/** Checks the country database, when clients are filtered by country. */
import { loadGeoDatabase, noCountries } from '#proxy/filters/geo-database.ts';
import { reasonOf } from '../../output/reason-of.ts';
import { type Check, failed, ok } from './condition.ts';

export const checkCountryDatabase: Check = ({ read }) => {
  const { geoBlock, geoDatabase } = read.settings;
  if (!geoBlock) return [ok('GeoIP', 'not used: GEO_BLOCK_ENABLED is off')];
  const hint = 'Set GEO_DB_PATH to a country database in MMDB format.';
  try {
    const geo = loadGeoDatabase(geoDatabase);
    if (!geo.namesCountries()) return [failed('GeoIP', noCountries(geoDatabase, geo), hint)];
    return [ok('GeoIP', `${geoDatabase}: ${geo.description}`)];
  } catch (error) {
    return [failed('GeoIP', `${geoDatabase}: ${reasonOf(error)}`, hint)];
  }
};
