import { setTimeout as delay } from 'node:timers/promises';
import { adminEmail, adminPassword, eachFreshDatabase } from '../each-database';

eachFreshDatabase((service) => {
  it('a stopping process is not ready first, serves on, and finishes what is under way', async () => {
    const { url, stop } = await service().another({ IDM_STOP_DELAY: '600' });
    const logIn = () =>
      fetch(`${url}/v1/auth/tokens`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: adminEmail, password: adminPassword }),
      });
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    const stopped = stop();
    let ready = await fetch(`${url}/health/ready`);
    while (ready.status === 200) ready = await fetch(`${url}/health/ready`);
    expect(ready.status).toBe(503);
    expect(ready.headers.get('Connection')).toBe('close');
    expect((await logIn()).status).toBe(201);
    await delay(400);
    // Hashing a password takes a while: some of these answers come when nobody is accepted any more.
    const answers = await Promise.allSettled(Array.from({ length: 10 }, logIn));
    const statuses = answers.flatMap((answer) =>
      answer.status === 'fulfilled' ? [answer.value.status] : [],
    );
    expect(statuses).toEqual(statuses.map(() => 201));
    expect(await stopped).toBe(0);
  });
});
