import type { AttributeInput, Provider } from '@smart-city/context';

/** An entity of a request to a provider. */
export interface WireEntity {
  readonly id: string;
  /** `id` is a pattern. */
  readonly isPattern: boolean;
  /** Absent: any type. */
  readonly type?: string;
}

export interface ProviderTarget {
  readonly registrationId: string;
  readonly provider: Provider;
}

/** One query to one provider. */
export interface ProviderQuery extends ProviderTarget {
  readonly entities: readonly WireEntity[];
  /** Empty: all. */
  readonly attrs: readonly string[];
  /** Of the registrations that it is asked for. */
  readonly servicePaths: readonly string[];
}

/** One update to one provider. */
export interface ProviderUpdate extends ProviderTarget {
  readonly entities: readonly { readonly entity: WireEntity; readonly attrs: readonly AttributeInput[] }[];
}
