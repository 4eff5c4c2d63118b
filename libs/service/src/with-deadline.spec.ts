import { withDeadline } from './with-deadline';

describe('withDeadline', () => {
  it('gives what the promise gives, value or error', async () => {
    await expect(withDeadline(1000, Promise.resolve(7), 'late')).resolves.toBe(7);
    await expect(withDeadline(1000, Promise.reject(new Error('own')), 'late')).rejects.toThrow('own');
  });

  it('waits no longer than it may', async () => {
    await expect(withDeadline(5, new Promise(() => undefined), 'late')).rejects.toThrow('late');
  });
});
