import type { ConflictRule, ForbiddenRule, InvalidRule, Thing } from './rules';

/** What a text of a fault needs beside its name: the longest length, for instance. */
export type Facts = Readonly<Record<string, string | number | boolean>>;

/**
 * A request that cannot be done, told by name. Doors say it in their own way: Keyrock's JSON, OAuth errors, a message
 * beside a field. Nothing has been written when one is thrown.
 */
export abstract class Fault extends Error {}

/** A member of what was sent breaks a rule. */
export class Invalid extends Fault {
  constructor(
    /** The member's name on the wire. */
    readonly field: string,
    readonly rule: InvalidRule,
    readonly facts: Facts = {},
  ) {
    super(`${field}: ${rule}`);
  }
}

/** There is no such thing, or none that the actor may know of. */
export class NotFound extends Fault {
  constructor(readonly what: Thing) {
    super(`no ${what}`);
  }
}

/** What was asked for does not go together with what is there. */
export class Conflict extends Fault {
  constructor(
    /** The member that says so; empty when it is none of them. */
    readonly field: string,
    readonly rule: ConflictRule,
  ) {
    super(`${field}: ${rule}`);
  }
}

/** The actor has no right to it. */
export class Forbidden extends Fault {
  constructor(readonly rule: ForbiddenRule) {
    super(rule);
  }
}

/** There is more work than time for it, or there were too many failures: another try is worth while later. */
export abstract class OverLimit extends Fault {
  constructor(
    message: string,
    /** Seconds until then. */
    readonly retryAfter: number,
  ) {
    super(message);
  }
}

/** The one who asks was too often wrong, or asked too often. */
export class TooMany extends OverLimit {
  constructor(retryAfter: number) {
    super('too many attempts', retryAfter);
  }
}

/** Others ask too much just now. */
export class Busy extends OverLimit {
  constructor(retryAfter: number) {
    super('too much to do', retryAfter);
  }
}

/** The directory of users does not answer; nothing was judged. */
export class DirectoryAway extends OverLimit {
  constructor(retryAfter: number) {
    super('the directory of users cannot be reached', retryAfter);
  }
}
