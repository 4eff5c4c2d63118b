import { NotificationIds } from './notification-ids';

it('ids of notifications are UUIDs that grow, however many are made at once', () => {
  const ids = new NotificationIds();
  const made = Array.from({ length: 20_000 }, () => ids.next());
  expect(new Set(made).size).toBe(made.length);
  expect([...made].sort()).toEqual(made);
  for (const id of made.slice(0, 100))
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
