/** What a provider made of an update. */
export type UpdateAnswer =
  | { readonly kind: 'done' }
  /** The provider does not have it. */
  | { readonly kind: 'missing' }
  /** @property reason  why an answer of NGSIv1 is no success; absent where there is no answer, or one of NGSIv2 */
  | { readonly kind: 'failed'; readonly reason?: string };
