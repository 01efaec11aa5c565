/** More random cases than `make test` has time for. */
process.env['TEST_RUNS'] = '10';

await import('./compiler/parse/robustness.test.ts');
await import('./compiler/resolve/robustness.test.ts');
await import('./compiler/specialize/chain-requirement.test.ts');
await import('./compiler/specialize/passes.property.test.ts');
await import('./engine/regex/repeats.test.ts');
await import('./engine/transaction/content-types.test.ts');
