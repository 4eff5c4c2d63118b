import type { ForwardFault } from '../../entities/forwarding-port';

/** What a provider made of an update. */
export type UpdateAnswer =
  | { readonly kind: 'done' }
  /** The provider does not have it. */
  | { readonly kind: 'missing' }
  /**
   * @property reason  why an answer of NGSIv1 is no success; absent where there is no answer, or one of NGSIv2
   * @property fault   how it failed; absent where a provider of NGSIv1 told what it refused
   * @property refused  what such a provider said of each attribute it did not take
   */
  | {
      readonly kind: 'failed';
      readonly reason?: string;
      readonly fault?: ForwardFault;
      readonly refused?: readonly RefusedAttributes[];
    };

/** One response of a provider of NGSIv1 that is no success. */
export interface RefusedAttributes {
  readonly id: string;
  readonly names: readonly string[];
  readonly code: string;
  readonly details: string;
}
