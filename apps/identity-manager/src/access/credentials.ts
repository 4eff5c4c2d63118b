import type { Request } from 'express';
import passport, { Strategy } from 'passport';

/** What passport makes, whose types leave it open. */
type Authenticate = (seen: Seen, response: unknown, failed: (error: Error) => void) => void;

/**
 * What a strategy sees of a request. Passport puts sessions and log-ins on what it is given; on the request itself they would
 * slow all that follows.
 */
export interface Seen {
  readonly headers: Request['headers'];
  readonly request: Request;
}

/** What passport adds to a strategy for the time of one request. */
interface Attempt {
  success(owner: object): void;
  fail(): void;
  error(error: unknown): void;
}

/**
 * Ends a strategy's attempt: with whom the credentials belong to, with the error that says what is wrong with them, or, for a
 * request without such credentials, with undefined, which lets the next strategy try.
 */
export function settle(strategy: Strategy, verified: Promise<object | undefined>): void {
  const attempt = strategy as unknown as Attempt;
  verified.then(
    (owner) => (owner ? attempt.success(owner) : attempt.fail()),
    (error: unknown) => attempt.error(error),
  );
}

/** A strategy of passport for one kind of credentials. */
export abstract class CredentialStrategy<Owner extends object> extends Strategy {
  constructor(override readonly name: string) {
    super();
  }

  /** As `settle` wants it. */
  protected abstract verify(request: Request): Promise<Owner | undefined>;

  override authenticate(seen: unknown): void {
    settle(this, this.verify((seen as Seen).request));
  }
}

/** Reads the credentials of a request once: asks strategies in turn until one knows them. */
export class CredentialReader<Owner extends object> {
  private readonly passport = new passport.Passport();
  private readonly names: string[];

  constructor(strategies: readonly (Strategy & { readonly name: string })[]) {
    for (const strategy of strategies) this.passport.use(strategy);
    this.names = strategies.map(({ name }) => name);
  }

  /** Undefined when no strategy found credentials of its kind. @throws what a strategy says of wrong ones */
  read(request: Request): Promise<Owner | undefined> {
    return new Promise((resolve, reject) => {
      const finish = (error: unknown, owner?: Owner | false) =>
        error
          ? reject(error instanceof Error ? error : new Error('a strategy failed', { cause: error }))
          : resolve(owner || undefined);
      const seen: Seen = { headers: request.headers, request };
      const authenticate = this.passport.authenticate(this.names, { session: false }, finish) as Authenticate;
      authenticate(seen, request.res, reject);
    });
  }
}
