import { setTimeout as delay } from 'node:timers/promises';
import { adminEmail, adminPassword, eachFreshDatabase } from '../each-database';

eachFreshDatabase(
  (service) => {
    it('a stopping process is not ready first, serves on, and finishes what is under way', async () => {
      const { url, stop } = service().process;
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
      // People sign in all the time: hashing takes a while, so some are answered when nobody is accepted any more.
      const answers: Promise<number | undefined>[] = [];
      let isOpen = true;
      while (isOpen) {
        const answer = logIn().then(
          ({ status }) => status,
          () => void (isOpen = false),
        );
        answers.push(answer);
        await delay(100);
      }
      const statuses = (await Promise.all(answers)).filter((status) => status !== undefined);
      expect(statuses).toEqual(statuses.map(() => 201));
      expect(await stopped).toBe(0);
    });
  },
  { IDM_STOP_DELAY: '3000' },
);
