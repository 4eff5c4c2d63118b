import { Backlog, type Task } from './backlog';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A task that writes down each of its steps. */
function* steps(done: string[], name: string, count: number): Generator<void, void, void> {
  for (let n = 1; n <= count; n++) {
    done.push(`${name}${n}`);
    yield;
  }
}

const small = (capacity = 100, capacityOfAll = 1_000) => new Backlog({ capacity, capacityOfAll, sliceMs: 0 });

describe('a backlog', () => {
  it('does nothing in the turn in which it takes a task', async () => {
    const done: string[] = [];
    const backlog = small();
    expect(backlog.add('t', steps(done, 'a', 1), 1)).toBeUndefined();
    await Promise.resolve();
    expect(done).toEqual([]);
    await backlog.settled('t');
    expect(done).toEqual(['a1']);
  });

  it('makes one step a turn when steps take the whole slice, so that others get theirs', async () => {
    const done: string[] = [];
    const backlog = small();
    void backlog.add('t', steps(done, 'a', 3), 1);
    await turn();
    expect(done).toEqual(['a1']);
    await turn();
    expect(done).toEqual(['a1', 'a2']);
    await backlog.settled('t');
  });

  it('makes many steps a turn while there is time', async () => {
    const done: string[] = [];
    const backlog = new Backlog({ capacity: 1, capacityOfAll: 1, sliceMs: 60_000 });
    void backlog.add('t', steps(done, 'a', 50), 1);
    await turn();
    expect(done).toHaveLength(50);
  });

  it('keeps the order, waits for steps that wait, and lets nothing overtake them', async () => {
    const done: string[] = [];
    let goOn!: () => void;
    function* waiting(): Task & Generator<Promise<void>, void, void> {
      yield new Promise<void>((resolve) => (goOn = resolve));
      done.push('waited');
    }
    const backlog = small();
    void backlog.add('t', waiting(), 1);
    void backlog.add('t', steps(done, 'b', 1), 1);
    for (let n = 0; n < 5; n++) await turn();
    expect(done).toEqual([]);
    goOn();
    await backlog.settled('t');
    expect(done).toEqual(['waited', 'b1']);
  });

  it('goes on after a step whose promise is rejected', async () => {
    const done: string[] = [];
    function* failing(): Generator<Promise<void>, void, void> {
      yield Promise.reject(new Error('no'));
      done.push('after');
    }
    const backlog = small();
    void backlog.add('t', failing(), 1);
    await backlog.settled('t');
    expect(done).toEqual(['after']);
  });

  it('makes those wait who find it full, in their order, until there is room', async () => {
    const done: string[] = [];
    const backlog = small(2);
    const told: string[] = [];
    expect(backlog.add('t', steps(done, 'a', 1), 1)).toBeUndefined();
    expect(backlog.add('t', steps(done, 'b', 1), 1)).toBeUndefined();
    const c = backlog.add('t', steps(done, 'c', 1), 1)?.then(() => told.push(`c after ${done.join()}`));
    const d = backlog.add('t', steps(done, 'd', 1), 1)?.then(() => told.push(`d after ${done.join()}`));
    await Promise.all([c, d]);
    expect(told).toEqual(['c after a1', 'd after a1,b1']);
    await backlog.settled('t');
    expect(backlog.room('t')).toBeUndefined();
  });

  it('takes one task that is heavier than all it has room for', async () => {
    const done: string[] = [];
    const backlog = small(2);
    await backlog.add('t', steps(done, 'a', 1), 10);
    expect(done).toEqual(['a1']);
    expect(backlog.settled('t')).toBeUndefined();
  });

  it('settles for what came before, not for what comes later', async () => {
    const done: string[] = [];
    const backlog = small();
    void backlog.add('t', steps(done, 'a', 1), 1);
    const settled = backlog.settled('t');
    void backlog.add('t', steps(done, 'b', 20), 1);
    await settled;
    expect(done.length).toBeLessThan(5);
    await backlog.settled('t');
  });

  describe('with several tenants', () => {
    /** Tasks on a clock that only their steps move. */
    function openOnClock() {
      let ms = 0;
      const done: string[] = [];
      const backlog = new Backlog({ capacity: 100, capacityOfAll: 1_000, sliceMs: 1, now: () => ms });
      function* lasting(name: string, count: number, stepMs: number): Generator<void, void, void> {
        for (let n = 1; n <= count; n++) {
          done.push(name);
          ms += stepMs;
          yield;
        }
      }
      const add = (tenant: string, count: number, stepMs: number) =>
        void backlog.add(tenant, lasting(tenant, count, stepMs), 1);
      return { backlog, done, add };
    }
    const countOf = (done: readonly string[], name: string) => done.filter((one) => one === name).length;

    it('lets a tenant with little work wait for two steps of one with much, however much that is', async () => {
      const { backlog, done, add } = openOnClock();
      for (let n = 0; n < 90; n++) add('hostile', 100, 20);
      for (let n = 0; n < 5; n++) await turn();
      const before = countOf(done, 'hostile');
      add('good', 3, 0.1);
      await backlog.settled('good');
      expect(countOf(done, 'good')).toBe(3);
      expect(countOf(done, 'hostile') - before).toBeLessThanOrEqual(2);
    });

    it('gives each the same time, not the same number of steps', async () => {
      const { backlog, done, add } = openOnClock();
      add('slow', 50, 10);
      add('quick', 500, 1);
      await backlog.settled('quick');
      expect(countOf(done, 'slow')).toBeGreaterThanOrEqual(49);
    });

    it('owes nothing to a tenant that had no work', async () => {
      const { backlog, done, add } = openOnClock();
      add('early', 1, 0.1);
      await backlog.allSettled();
      add('other', 100, 10);
      for (let n = 0; n < 50; n++) await turn();
      add('early', 1_000, 10);
      const before = countOf(done, 'other');
      await backlog.settled('other');
      expect(countOf(done, 'early')).toBeLessThanOrEqual(100 - before + 10);
    });

    it('goes on for others while a tenant waits', async () => {
      const { backlog, done, add } = openOnClock();
      void backlog.add('waiting', [new Promise<void>(() => undefined)].values(), 1);
      add('good', 3, 10);
      await backlog.settled('good');
      expect(countOf(done, 'good')).toBe(3);
    });

    it('makes only those wait who brought much, and shares what all may bring', async () => {
      const backlog = new Backlog({ capacity: 10, capacityOfAll: 12, sliceMs: 0 });
      const waits = (tenant: string, weight: number) =>
        backlog.add(tenant, steps([], tenant, 1), weight) !== undefined;
      expect(waits('a', 10)).toBe(false);
      expect(waits('a', 1)).toBe(true);
      expect(waits('b', 6)).toBe(false);
      expect(waits('c', 5)).toBe(true);
      expect(backlog.room('d')).toBeUndefined();
      await backlog.allSettled();
      expect(['a', 'b', 'c'].map((tenant) => backlog.room(tenant))).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    });
  });
});
