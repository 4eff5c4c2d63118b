// Run by native-runtime.spec.ts: no test counts that was not prepared for.
beforeAll(() => {
  throw new Error('thrown before the tests');
});

it('is not run', () => undefined);
