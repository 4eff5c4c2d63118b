import type { EntityChange } from '@smart-city/context';
import type { RequestContext } from '../../context/request-context';
import type { Companion } from '../../storage/commit-companion';
import type { ChangeListener } from './change-listener';
import { ChangeListeners } from './change-listeners';

const request = { tenant: 't' } as RequestContext;
const changes: readonly EntityChange[] = [];
const part = (adapter: string) => ({ adapter });

/** Notes what it is told of under its name. */
const noting = (notes: string[], name: string, more: Partial<ChangeListener> = {}): ChangeListener => ({
  onChanges: () => void notes.push(`${name} told`),
  ...more,
});

it('those that are told afterwards and those that accompany are one each', async () => {
  const notes: string[] = [];
  const listeners = new ChangeListeners();
  expect([listeners.told, listeners.accompanying]).toEqual([undefined, undefined]);
  const waiting = noting(notes, 'b', {
    onChanges: () => Promise.resolve().then(() => void notes.push('b told')),
    settle: async () => void notes.push('b settled'),
  });
  const companion = (name: string): Companion => ({
    parts: [part(name)],
    settled: (committed) => void notes.push(`${name} ${committed}`),
  });
  for (const listener of [
    noting(notes, 'a'),
    waiting,
    noting(notes, 'c', { accompany: () => companion('c') }),
    noting(notes, 'd', { accompany: () => undefined }),
    noting(notes, 'e', { accompany: () => companion('e') }),
  ])
    listeners.add(listener);
  await listeners.told!.onChanges(changes, request);
  await listeners.told!.settle?.(request);
  expect(notes.splice(0)).toEqual(['a told', 'b told', 'b settled']);
  const joined = listeners.accompanying!.accompany(changes, request);
  expect(joined?.parts).toEqual([part('c'), part('e')]);
  joined?.settled(true);
  expect(notes).toEqual(['c true', 'e true']);
});

it('one alone is asked without a step between', () => {
  const listeners = new ChangeListeners();
  const only = noting([], 'a');
  listeners.add(only);
  expect(listeners.told).toBe(only);
});

it('the answer waits as long as one of them has no room', async () => {
  let makeRoom!: () => void;
  const full = new Promise<void>((resolve) => (makeRoom = resolve));
  const listeners = new ChangeListeners();
  const accompany = () => undefined;
  listeners.add(noting([], 'a', { accompany, room: () => undefined }));
  listeners.add(noting([], 'b', { accompany, room: (tenant) => (tenant === 't' ? full : undefined) }));
  expect(listeners.accompanying!.room!('u')).toBeUndefined();
  let hasRoom = false;
  const waited = listeners.accompanying!.room!('t')!.then(() => (hasRoom = true));
  await new Promise(setImmediate);
  expect(hasRoom).toBe(false);
  makeRoom();
  await waited;
});
