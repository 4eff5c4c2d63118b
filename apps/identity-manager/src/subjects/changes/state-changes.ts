/** What can become different, by name, with what says of which one. */
export interface Changed {
  /** Settings, secrets or picture of an application, or that there is one. */
  readonly application: { readonly applicationId: string };
  /** An application is gone, with all that hung on it. */
  readonly 'application deleted': { readonly applicationId: string };
  /** Whose tokens an application accepts. */
  readonly 'trusted applications': { readonly applicationId: string };
  /** Names of an application's roles and what they permit. */
  readonly 'roles of application': { readonly applicationId: string };
  /** Who has roles in an application: one user, or, of an organization, any of its members. */
  readonly 'assigned roles': { readonly applicationId: string; readonly userId?: string | undefined };
  /** What people see of an organization, or that it is gone. */
  readonly organization: { readonly organizationId: string };
  /** To which organizations a user belongs, and as what. */
  readonly memberships: { readonly userId: string };
  /** What people see of a user, whether they may sign in, or that there is one. */
  readonly user: { readonly userId: string };
  /** A user is gone, with all that hung on them. */
  readonly 'user deleted': { readonly userId: string };
  /** Sessions of browsers have ended; whom to tell of it is noted. */
  readonly 'sessions ended': object;
  /** What a user lets an application know. */
  readonly consent: { readonly userId: string; readonly applicationId: string };
  /** Tokens of a user have ended, in every application or in one. */
  readonly 'tokens of user': { readonly userId: string; readonly applicationId?: string | undefined };
  /** Tokens of an IoT agent have ended. */
  readonly 'tokens of agent': { readonly iotAgentId: string };
}

type Listener<Name extends keyof Changed> = (which: Changed[Name]) => void;

/**
 * Tells those who remember something made of what a verb wrote. A verb tells it before it returns, so that nobody who was
 * answered meets the old state in this process; what is remembered elsewhere ends with its age.
 */
export class StateChanges {
  private readonly listeners: { [Name in keyof Changed]?: Listener<Name>[] } = {};

  /** @param forget  called within `tell`; waits for nothing */
  on<Name extends keyof Changed>(name: Name, forget: Listener<Name>): void {
    const listeners: Listener<Name>[] = (this.listeners[name] ??= []);
    listeners.push(forget);
  }

  tell<Name extends keyof Changed>(name: Name, which: Changed[Name]): void {
    const listeners: readonly Listener<Name>[] = this.listeners[name] ?? [];
    for (const forget of listeners) forget(which);
  }
}
