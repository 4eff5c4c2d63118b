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
  /** NGSIv1 towards the provider (deprecated). */
  readonly legacyForwarding: boolean;
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
}

export interface Registration extends RegistrationInput {
  /** 24 hexadecimal digits. */
  readonly id: string;
  readonly servicePath: string;
}
