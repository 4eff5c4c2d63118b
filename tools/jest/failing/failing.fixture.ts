// Run by native-runtime.spec.ts: each of these has to fail, and to say why.
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('what fails', () => {
  it('an expectation', () => expect({ answer: 41 }).toEqual({ answer: 42 }));

  it('takes too long', () => later(60_000), 20);

  it('throws when nobody waits', async () => {
    setTimeout(() => {
      throw new Error('thrown from a timer');
    });
    await later(50);
  });

  it('rejects when nobody waits', async () => {
    void Promise.reject(new Error('rejected by nobody'));
    await later(50);
  });

  it('passes beside them', () => expect(1).toBe(1));
});

describe.skip('what is skipped', () => {
  beforeAll(() => {
    throw new Error('a skipped suite prepares nothing');
  });
  it('one', () => undefined);
  it('another', () => undefined);
});
