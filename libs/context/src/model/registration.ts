import type { JsonObject } from '../json/json-value';

/** What a registration provides: one entity, or any (`.*`) of a type. */
export interface ProvidedEntity {
  /** The text of a pattern when `isPattern`; the only pattern there is is `.*`. */
  readonly id: string;
  readonly isPattern: boolean;
  /** Absent: any type. */
  readonly type?: string;
}

export const FORWARDING_MODES = ['all', 'query', 'update', 'none'] as const;
export type ForwardingMode = (typeof FORWARDING_MODES)[number];
export type ForwardingKind = 'query' | 'update';

export interface Provider {
  readonly url: string;
  readonly forwardingMode: ForwardingMode;
  /** Protocol that it is spoken to in, by the name of its face. */
  readonly protocol: string;
}

/** A registration without identity, as a client gives it. */
export interface RegistrationInput {
  readonly description?: string;
  /** Whole seconds since the epoch. Absent: permanent. */
  readonly expiresAtSeconds?: number;
  /** Stored and shown, without effect on forwarding. Absent: shown as `active`. */
  readonly status?: 'active' | 'inactive';
  readonly entities: readonly ProvidedEntity[];
  /** Empty: whole entities. */
  readonly attrs: readonly string[];
  readonly provider: Provider;
  /** Further statements of a protocol other than NGSIv2 and NGSIv1. */
  readonly stated?: JsonObject;
}

export interface Registration extends RegistrationInput {
  /** 24 hexadecimal digits, or what the client has chosen. */
  readonly id: string;
  readonly servicePath: string;
}
