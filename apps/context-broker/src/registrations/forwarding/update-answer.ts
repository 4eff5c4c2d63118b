/** What a provider made of an update. */
export type UpdateAnswer =
  | { readonly kind: 'done' }
  /** The provider does not have it. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed' }
  /** NGSIv1 only: these attributes of these entities were refused, the others done. */
  | { readonly kind: 'partly'; readonly refused: (entityId: string, attribute: string) => boolean };
