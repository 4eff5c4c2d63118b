import type { ForwardFault } from '../../entities/forwarding-port';

/** What a provider made of an update. */
export type UpdateAnswer =
  | { readonly kind: 'done'; readonly taken?: readonly TakenAttributes[] }
  /** The provider does not have it. */
  | { readonly kind: 'missing' }
  /** The provider was not asked: others had used up `-cprForwardLimit`. */
  | { readonly kind: 'unasked' }
  /**
   * @property reason  why an answer of NGSIv1 is no success; absent where there is no answer, or one of NGSIv2
   * @property fault   how it failed; absent where a provider of NGSIv1 told what it refused
   * @property taken    what such a provider took
   * @property refused  what such a provider said of each attribute it did not take
   */
  | {
      readonly kind: 'failed';
      readonly reason?: string;
      readonly fault?: ForwardFault;
      readonly taken?: readonly TakenAttributes[];
      readonly refused?: readonly RefusedAttributes[];
    };

/** One response of a provider of NGSIv1 that is a success. */
export interface TakenAttributes {
  readonly id: string;
  /** As the provider knows the entity, which may be asked for without type; empty when it tells none. */
  readonly type: string;
  readonly names: readonly string[];
}

/** One response of a provider of NGSIv1 that is no success. */
export interface RefusedAttributes extends TakenAttributes {
  readonly code: string;
  readonly details: string;
}
