/** Operators that compare numbers and addresses, and the two with a constant result. */
import type { OperatorRecords } from './record.ts';

export const comparisons: OperatorRecords = {
  eq: {
    documentation: 'The value, as a number, equals the argument.',
    differs:
      'Text that is not a number counts as 0, as in Coraza; ModSecurity uses its leading digits.',
    engine: 'eq',
    argument: 'number',
  },
  ge: {
    documentation: 'The value, as a number, is greater than or equal to the argument.',
    differs: 'As @eq.',
    engine: 'ge',
    argument: 'number',
  },
  geoLookup: {
    documentation: 'The database of GEO_DB_PATH contains the address; its data are then in GEO.',
    differs:
      'Looks up an address in the MMDB database of GEO_DB_PATH; never matches without a database, while Coraza always matches. Host names are not resolved.',
    engine: 'geoLookup',
    argument: 'transaction',
    captures: 'geoLookupCaptures',
    into: 'GEO',
  },
  gt: {
    documentation: 'The value, as a number, is greater than the argument.',
    differs: 'As @eq.',
    engine: 'gt',
    argument: 'number',
  },
  ipMatch: {
    documentation:
      'The value is an address in one of the comma-separated addresses and CIDR blocks.',
    differs: 'An invalid entry is an error; Coraza ignores it.',
    engine: 'ipMatch',
    argument: 'addresses',
  },
  ipMatchF: {
    documentation: 'Alias of @ipMatchFromFile.',
    engine: 'ipMatch',
    argument: 'addressFile',
  },
  ipMatchFromDataset: {
    documentation: 'The value is an address in one of the blocks of a SecDataset.',
    engine: 'ipMatch',
    argument: 'addressDataset',
  },
  ipMatchFromFile: {
    documentation: 'The value is an address in one of the blocks of a file, one on each line.',
    engine: 'ipMatch',
    argument: 'addressFile',
  },
  le: {
    documentation: 'The value, as a number, is less than or equal to the argument.',
    differs: 'As @eq.',
    engine: 'le',
    argument: 'number',
  },
  lt: {
    documentation: 'The value, as a number, is less than the argument.',
    differs: 'As @eq.',
    engine: 'lt',
    argument: 'number',
  },
  noMatch: {
    documentation: 'Never matches.',
    engine: 'noMatch',
    argument: 'none',
  },
  unconditionalMatch: {
    documentation: 'Always matches.',
    engine: 'unconditionalMatch',
    argument: 'none',
  },
};
