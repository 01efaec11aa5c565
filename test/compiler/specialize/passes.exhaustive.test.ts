/** More random programs than `make test` has time for. */
process.env['RANDOM_PROGRAMS'] = '300';

await import('./passes.property.test.ts');
