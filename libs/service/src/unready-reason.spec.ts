import { ServiceState } from './service-state';
import { unreadyReason } from './unready-reason';

describe('unreadyReason', () => {
  const answers = () => Promise.resolve();

  it('is none while the database answers', async () => {
    expect(await unreadyReason(new ServiceState(), answers)).toBeUndefined();
  });

  it('is the stop that has begun, without asking the database', async () => {
    const state = new ServiceState();
    state.beginStop();
    const asked: unknown[] = [];
    const ping = () => Promise.resolve(asked.push('ping'));
    expect(await unreadyReason(state, ping)).toEqual({ kind: 'stopping' });
    expect(asked).toEqual([]);
  });

  it('is the database that fails, or keeps silent', async () => {
    const cause = new Error('connection refused');
    const failing = unreadyReason(new ServiceState(), () => Promise.reject(cause));
    expect(await failing).toEqual({ kind: 'no database', cause });
    const silent = unreadyReason(new ServiceState(), () => new Promise(() => undefined), 10);
    expect(await silent).toMatchObject({ kind: 'no database', cause: { message: 'no answer in time' } });
  });
});
