/** Every stage of the regression tests, and more exchanges and pairs than `make test` has time for. */
Object.assign(process.env, {
  DIFFERENTIAL_EVERY: '1',
  DIFFERENTIAL_COUNT: '3000',
  DIFFERENTIAL_PAIRS: '5000',
});

await import('./differential.test.ts');
await import('./matcher.test.ts');
