/** What readers of the notifications of a subscription follow. @see StreamRequest.key */
export const subscriptionKey = (tenant: string, id: string): string => JSON.stringify(['sub', tenant, id]);

/** What readers of a list follow that is asked for by the same address. */
export const listKey = (tenant: string, ...rest: readonly unknown[]): string =>
  JSON.stringify(['list', tenant, ...rest]);
