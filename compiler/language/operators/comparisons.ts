/** Operators that compare numbers and addresses, and the two with a constant result. */
import type { OperatorRecords } from './record.ts';

export const comparisons: OperatorRecords = {
  eq: {
    documentation: 'The value, as a number, is the number.',
    differs: 'Text that is no number is 0, as in Coraza; ModSecurity takes the digits before it.',
    engine: 'eq',
    argument: 'number',
  },
  ge: {
    documentation: 'The value, as a number, is the number or more.',
    differs: 'As @eq.',
    engine: 'ge',
    argument: 'number',
  },
  geoLookup: {
    documentation:
      'The database of GEO_DB_PATH knows the address; GEO then holds what it says of it.',
    differs:
      'Asks the MMDB database of GEO_DB_PATH for an address; matches nothing without one, and always in Coraza. Host names are not resolved.',
    engine: 'geoLookup',
    argument: 'transaction',
    captures: 'geoLookupCaptures',
    into: 'GEO',
  },
  gt: {
    documentation: 'The value, as a number, is more than the number.',
    differs: 'As @eq.',
    engine: 'gt',
    argument: 'number',
  },
  ipMatch: {
    documentation:
      'The value is an address in one of the comma-separated addresses and CIDR blocks.',
    differs: 'A faulty entry is an error; Coraza skips it.',
    engine: 'ipMatch',
    argument: 'addresses',
  },
  ipMatchF: {
    documentation: 'Short for @ipMatchFromFile.',
    engine: 'ipMatch',
    argument: 'addressFile',
  },
  ipMatchFromDataset: {
    documentation: 'The value is an address in one of the blocks of a SecDataset.',
    engine: 'ipMatch',
    argument: 'addressDataset',
  },
  ipMatchFromFile: {
    documentation: 'The value is an address in one of the blocks of a file, one a line.',
    engine: 'ipMatch',
    argument: 'addressFile',
  },
  le: {
    documentation: 'The value, as a number, is the number or less.',
    differs: 'As @eq.',
    engine: 'le',
    argument: 'number',
  },
  lt: {
    documentation: 'The value, as a number, is less than the number.',
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
