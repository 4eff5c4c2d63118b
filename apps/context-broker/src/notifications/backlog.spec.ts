import { Backlog, type Task } from './backlog';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A task that writes down each of its steps. */
function* steps(done: string[], name: string, count: number): Generator<void, void, void> {
  for (let n = 1; n <= count; n++) {
    done.push(`${name}${n}`);
    yield;
  }
}

const small = (capacity = 100) => new Backlog({ capacity, sliceMs: 0 });

describe('a backlog', () => {
  it('does nothing in the turn in which it takes a task', async () => {
    const done: string[] = [];
    const backlog = small();
    expect(backlog.add(steps(done, 'a', 1), 1)).toBeUndefined();
    await Promise.resolve();
    expect(done).toEqual([]);
    await backlog.settled();
    expect(done).toEqual(['a1']);
  });

  it('makes one step a turn when steps take the whole slice, so that others get theirs', async () => {
    const done: string[] = [];
    const backlog = small();
    void backlog.add(steps(done, 'a', 3), 1);
    await turn();
    expect(done).toEqual(['a1']);
    await turn();
    expect(done).toEqual(['a1', 'a2']);
    await backlog.settled();
  });

  it('makes many steps a turn while there is time', async () => {
    const done: string[] = [];
    const backlog = new Backlog({ capacity: 1, sliceMs: 60_000 });
    void backlog.add(steps(done, 'a', 50), 1);
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
    void backlog.add(waiting(), 1);
    void backlog.add(steps(done, 'b', 1), 1);
    for (let n = 0; n < 5; n++) await turn();
    expect(done).toEqual([]);
    goOn();
    await backlog.settled();
    expect(done).toEqual(['waited', 'b1']);
  });

  it('goes on after a step whose promise is rejected', async () => {
    const done: string[] = [];
    function* failing(): Generator<Promise<void>, void, void> {
      yield Promise.reject(new Error('no'));
      done.push('after');
    }
    const backlog = small();
    void backlog.add(failing(), 1);
    await backlog.settled();
    expect(done).toEqual(['after']);
  });

  it('makes those wait who find it full, in their order, until there is room', async () => {
    const done: string[] = [];
    const backlog = small(2);
    const told: string[] = [];
    expect(backlog.add(steps(done, 'a', 1), 1)).toBeUndefined();
    expect(backlog.add(steps(done, 'b', 1), 1)).toBeUndefined();
    const c = backlog.add(steps(done, 'c', 1), 1)?.then(() => told.push(`c after ${done.join()}`));
    const d = backlog.add(steps(done, 'd', 1), 1)?.then(() => told.push(`d after ${done.join()}`));
    expect(backlog.size).toBe(4);
    await Promise.all([c, d]);
    expect(told).toEqual(['c after a1', 'd after a1,b1']);
    await backlog.settled();
    expect(backlog.size).toBe(0);
  });

  it('takes one task that is heavier than all it has room for', async () => {
    const done: string[] = [];
    const backlog = small(2);
    await backlog.add(steps(done, 'a', 1), 10);
    expect(done).toEqual(['a1']);
    expect(backlog.settled()).toBeUndefined();
  });

  it('settles for what came before, not for what comes later', async () => {
    const done: string[] = [];
    const backlog = small();
    void backlog.add(steps(done, 'a', 1), 1);
    const settled = backlog.settled();
    void backlog.add(steps(done, 'b', 20), 1);
    await settled;
    expect(done.length).toBeLessThan(5);
    await backlog.settled();
  });
});
