/**
 * What may be there already. A promise for it would cost more than looking it up does, where that is a look into memory.
 */
export type AtHand<T> = T | Promise<T>;

/** Goes on with a value: at once where it is there. */
export const goOn = <T, Next>(value: AtHand<T>, next: (value: T) => AtHand<Next>): AtHand<Next> =>
  value instanceof Promise ? value.then(next) : next(value);
