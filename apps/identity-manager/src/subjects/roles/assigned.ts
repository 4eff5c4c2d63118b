/** A user or an organization with the roles given to it. */
export interface Assigned {
  readonly id: string;
  readonly name: string;
  readonly image: string;
  /** Role ids; for an organization `<role id> owner` or `<role id> member`. */
  readonly roles: ReadonlySet<string>;
}

/** A user or an organization by its name. */
export type Assignable = Pick<Assigned, 'id' | 'name' | 'image'>;

/** A role, by its id. */
export interface RoleId {
  readonly id: string;
}

/** Whom a role is given to. */
export type AssigneeKind = 'users' | 'organizations';
