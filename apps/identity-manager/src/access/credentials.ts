import { promisify } from 'node:util';
import type { Request } from 'express';
import passport, { type Strategy as PassportStrategy } from 'passport';

/**
 * What strategies see of a request, and where passport leaves whom they found. Passport puts log-ins on what it is given, too; on
 * the request itself they would slow all that follows.
 */
export interface Seen<Owner> {
  readonly request: Request;
  /** Undefined when no strategy found credentials of its kind. */
  owner?: Owner | undefined;
}

/**
 * A strategy of passport for credentials of one kind. Its `authenticate` says what it found by one of the functions that passport
 * gives it for the time of a request; what it throws is said of the credentials.
 */
export interface Strategy<Owner> {
  readonly name: string;
  authenticate(seen: Seen<Owner>): void;
  /** Whose the credentials are; undefined: nobody's, which is no fault. */
  readonly success: (owner: Owner | undefined) => void;
  /** The request has none of this kind, as `authenticate` sees at once: the next strategy is asked. */
  readonly fail: () => void;
  /** What is wrong with them. */
  readonly error: (error: unknown) => void;
}

/** What strategies of our own have alike. */
export abstract class CredentialStrategy<Owner> implements Strategy<Owner> {
  declare readonly success: Strategy<Owner>['success'];
  declare readonly fail: Strategy<Owner>['fail'];
  declare readonly error: Strategy<Owner>['error'];

  constructor(readonly name: string) {}

  abstract authenticate(seen: Seen<Owner>): void;
}

/** Is asked last, of a request without credentials. */
class NobodyStrategy extends CredentialStrategy<never> {
  authenticate(): void {
    this.success(undefined);
  }
}

/** Reads the credentials of a request, once. @throws what a strategy says of wrong ones */
export type CredentialReader<Owner> = (seen: Seen<Owner>, response: unknown) => Promise<void>;

/**
 * Makes one reader of strategies, which are asked in turn until one knows the credentials. It is put together here, once, of
 * passport's parts and Node's: a request passes nothing of ours but the strategies.
 */
export function credentialReader<Owner>(...strategies: readonly Strategy<Owner>[]): CredentialReader<Owner> {
  const all = [...strategies, new NobodyStrategy('nobody')];
  // One of its own: that of the process would have the strategies of every application in it.
  const own = new passport.Passport();
  for (const strategy of all) own.use(strategy as unknown as PassportStrategy);
  const names = all.map(({ name }) => name);
  const settings = { session: false, authInfo: false, assignProperty: 'owner' };
  return promisify(own.authenticate(names, settings) as Authenticate);
}

/** What passport makes, whose types leave it open. */
type Authenticate = (seen: unknown, response: unknown, done: (error: Error | null) => void) => void;
