/** Whom the tokens are for. */
export type TokenOwner =
  | { readonly type: 'user'; readonly id: string }
  | { readonly type: 'iot'; readonly id: string }
  | { readonly type: 'client' };
