/** One thing worth knowing later. Never holds a secret or a token. */
export interface AuditEvent {
  /** Dotted name: `login`, `token.issue`, `token.revoke`, `user.update`, … */
  readonly event: string;
  readonly outcome: 'success' | 'failure';
  /** User or PEP proxy that acted. */
  readonly actorId?: string | undefined;
  readonly applicationId?: string | undefined;
  /** What it was done to: an id or an e-mail address. */
  readonly subject?: string | undefined;
  readonly address?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}
