import { EventEmitter } from 'node:events';
import { AnswerBudget } from './answer-budget';

class Client extends EventEmitter {
  isBroken = false;

  destroy(): this {
    this.isBroken = true;
    this.emit('close');
    return this;
  }
}

const LARGE = 100_000;

describe('the bytes of answers that clients have not taken', () => {
  let nowMs = 0;
  const budgetOf = (most: number) => new AnswerBudget(most, () => nowMs);
  beforeEach(() => (nowMs = 0));

  it('refuses what has no room, and takes others when one is taken', () => {
    const budget = budgetOf(250_000);
    const clients = [new Client(), new Client(), new Client()] as const;
    expect(clients.map((client) => budget.hold(client as never, LARGE, false))).toEqual([true, true, false]);
    clients[0].emit('close');
    expect(budget.hold(clients[2] as never, LARGE, false)).toBe(true);
    expect(budget.held).toBe(2 * LARGE);
  });

  it('counts neither small answers nor one that is alone', () => {
    const budget = budgetOf(10);
    expect(budget.hold(new Client() as never, 1_000, false)).toBe(true);
    expect(budget.held).toBe(0);
    expect(budget.hold(new Client() as never, LARGE, false)).toBe(true);
    expect(budget.hold(new Client() as never, LARGE, false)).toBe(false);
  });

  it('counts what has to be said, without refusing it', () => {
    const budget = budgetOf(LARGE);
    budget.hold(new Client() as never, LARGE, true);
    expect(budget.hold(new Client() as never, LARGE, true)).toBe(true);
    expect(budget.held).toBe(2 * LARGE);
  });

  it('breaks off those that have waited for long, the oldest first, where others need their room', () => {
    const budget = budgetOf(250_000);
    const [first, second, third] = [new Client(), new Client(), new Client()];
    budget.hold(first as never, LARGE, false);
    nowMs = 5_000;
    budget.hold(second as never, LARGE, false);
    nowMs = 9_999;
    expect(budget.hold(third as never, LARGE, false)).toBe(false);
    nowMs = 10_000;
    expect(budget.hold(third as never, LARGE, false)).toBe(true);
    expect([first, second, third].map(({ isBroken }) => isBroken)).toEqual([true, false, false]);
  });
});
