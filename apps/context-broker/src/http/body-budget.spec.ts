import fc from 'fast-check';
import { BodyBudget, type HeldBody } from './body-budget';

describe('the budget of bodies', () => {
  const budget = () => new BodyBudget({ held: 100, worked: 20 });
  const held = (of: BodyBudget, owner: string, size: number) => {
    const body = of.begin(owner);
    let fault: unknown;
    body.onRefused = (refused) => (fault = refused);
    of.grow(body, size);
    return { body, fault: () => fault };
  };
  const start = (of: BodyBudget, body: HeldBody) => void of.startWork(body)?.catch(() => undefined);

  it('lets the owner with most bytes pay, and its newest body first', () => {
    const all = budget();
    const first = held(all, 'greedy', 60);
    const second = held(all, 'greedy', 30);
    const good = held(all, 'good', 20);
    expect([first.fault(), good.fault()]).toEqual([undefined, undefined]);
    expect(second.fault()).toMatchObject({ status: 503, headers: ['Retry-After', '1'] });
    expect(all.held).toBe(80);
    expect(held(all, 'greedy', 30).fault()).toBeDefined();
  });

  it('takes one body of any size', () => {
    expect(held(budget(), 'a', 1_000).fault()).toBeUndefined();
  });

  it('refuses what waits for work, too', async () => {
    const all = budget();
    start(all, held(all, 'greedy', 30).body);
    const waiting = all.startWork(held(all, 'greedy', 50).body);
    const refused = expect(waiting).rejects.toMatchObject({ status: 503 });
    held(all, 'good', 40);
    await refused;
    expect(all.held).toBe(70);
  });

  it('gives each owner its turn to work', () => {
    const all = budget();
    const bodies = ['a', 'a', 'b', 'c'].map((owner) => held(all, owner, 20).body);
    for (const body of bodies) start(all, body);
    expect(bodies.map(({ state }) => state)).toEqual(['worked', 'waiting', 'waiting', 'waiting']);
    all.release(bodies[0]!);
    all.release(bodies.find(({ state }) => state === 'worked')!);
    expect(bodies.map(({ state }) => state)).toEqual(['gone', 'gone', 'worked', 'waiting']);
  });

  it('keeps half of the work for others', () => {
    const all = budget();
    const bodies = ['a', 'a', 'b'].map((owner) => held(all, owner, 12).body);
    for (const body of bodies) start(all, body);
    expect(bodies.map(({ state }) => state)).toEqual(['worked', 'waiting', 'worked']);
  });

  it('counts nothing once everything is released, whatever happened', () => {
    const step = fc.record({
      kind: fc.constantFrom('begin', 'grow', 'work', 'release'),
      at: fc.nat(),
      owner: fc.constantFrom('a', 'b', 'c'),
      bytes: fc.integer({ min: 1, max: 60 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const all = budget();
        const bodies: HeldBody[] = [];
        for (const { kind, at, owner, bytes } of steps) {
          const body = bodies[at % Math.max(1, bodies.length)];
          if (kind === 'begin' || body === undefined) bodies.push(all.begin(owner));
          else if (kind === 'grow') all.grow(body, bytes);
          else if (kind === 'work' && body.state === 'receiving') start(all, body);
          else if (kind === 'release') all.release(body);
          const alive = bodies.filter(({ state }) => state !== 'gone');
          const sizeOf = (some: readonly HeldBody[]) => some.reduce((sum, { size }) => sum + size, 0);
          expect(all.held).toBe(sizeOf(alive));
          expect(all.worked).toBe(sizeOf(alive.filter(({ state }) => state === 'worked')));
          // Something waits only while something is worked on.
          if (alive.some(({ state }) => state === 'waiting')) expect(all.worked).toBeGreaterThan(0);
        }
        for (const body of bodies) all.release(body);
        expect([all.held, all.worked]).toEqual([0, 0]);
      }),
    );
  });
});
