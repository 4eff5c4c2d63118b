import { hash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LatestMap } from '@smart-city/service';

/** Somebody who has signed in. */
export interface Session {
  /** Access token of the identity manager. */
  readonly token: string;
  readonly name: string;
  readonly endsAtMs: number;
}

const MOST_SESSIONS = 1_000;

/** Who has signed in, in memory. Browsers hold a random name of their session, this only its digest. */
@Injectable()
export class Sessions {
  private readonly byDigest = new LatestMap<string, Session>(MOST_SESSIONS);

  /** @returns the name that the browser is given */
  open(session: Session): string {
    const name = randomBytes(32).toString('base64url');
    this.byDigest.set(digestOf(name), session);
    return name;
  }

  /** Undefined for a session that has ended or never was. */
  find(name: string, nowMs = Date.now()): Session | undefined {
    const digest = digestOf(name);
    const session = this.byDigest.get(digest);
    if (session === undefined || session.endsAtMs > nowMs) return session;
    this.byDigest.delete(digest);
    return undefined;
  }

  close(name: string): void {
    this.byDigest.delete(digestOf(name));
  }
}

const digestOf = (name: string): string => hash('sha256', name, 'base64');
