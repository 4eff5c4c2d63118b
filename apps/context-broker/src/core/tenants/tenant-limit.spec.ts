import { TenantLimit } from './tenant-limit';

describe('TenantLimit', () => {
  const refused = { error: 'Forbidden', message: 'no more than 2 tenants are kept' };

  it('refuses a new tenant when there are as many as may be, and never one that is stored', async () => {
    const stored = ['', 'a'];
    const limit = new TenantLimit(2, async () => stored);
    await limit.admit('b');
    stored.push('b');
    await expect(limit.admit('c')).rejects.toMatchObject(refused);
    for (const tenant of ['', 'a', 'b']) await limit.admit(tenant);
    expect(limit.admit('a')).toBeUndefined();
  });

  it('names whose requests wrote nothing take no place', async () => {
    const limit = new TenantLimit(2, async () => ['', 'a']);
    for (let n = 0; n < 20; n++) await limit.admit(`made_up_${n}`);
  });

  it('requests at the same time cannot pass it together', async () => {
    const limit = new TenantLimit(2, async () => ['', 'a']);
    const outcomes = await Promise.allSettled(['c', 'd', 'e'].map(async (tenant) => limit.admit(tenant)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  });

  it('0 is no limit', () => {
    const limit = new TenantLimit(0, () => Promise.reject(new Error('not asked')));
    for (let n = 0; n < 100; n++) expect(limit.admit(`t${n}`)).toBeUndefined();
  });
});
