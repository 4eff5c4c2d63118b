import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CONSOLE } from '../addresses';

/** What a browser went to the identity manager with: nobody else can come back for it. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  /** RFC 7636. */
  readonly verifier: string;
  /** An address of the console. */
  readonly returnTo: string;
  readonly endsAtMs: number;
}

const LENGTH = 32;
export const PENDING_MS = 600_000;
const LONGEST_RETURN = 2_000;

const random = (): string => randomBytes(LENGTH).toString('base64url');

/** Signs what the browser keeps until it comes back, so that this process need not remember everybody who went. */
@Injectable()
export class PendingSignIns {
  private readonly key = randomBytes(LENGTH);

  /** @param wanted  the address that was asked for; what is none of the console becomes its first page */
  begin(wanted: string, nowMs = Date.now()): { readonly pending: PendingSignIn; readonly cookie: string } {
    const pending = {
      state: random(),
      nonce: random(),
      verifier: random(),
      returnTo: returnAddress(wanted),
      endsAtMs: nowMs + PENDING_MS,
    };
    const text = Buffer.from(JSON.stringify(pending)).toString('base64url');
    return { pending, cookie: `${text}.${this.sign(text)}` };
  }

  /** @returns undefined for what was not signed here, is too old, or belongs to another state */
  end(cookie: string, state: string, nowMs = Date.now()): PendingSignIn | undefined {
    const [text = '', signature = ''] = cookie.split('.', 2);
    if (!isSame(signature, this.sign(text))) return undefined;
    const pending = JSON.parse(Buffer.from(text, 'base64url').toString()) as PendingSignIn;
    return pending.endsAtMs > nowMs && isSame(state, pending.state) ? pending : undefined;
  }

  private sign(text: string): string {
    return createHmac('sha256', this.key).update(text).digest('base64url');
  }
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Nowhere but to the console: no other host, whatever slashes and control characters make browsers read. */
export const returnAddress = (wanted: string): string =>
  wanted.length <= LONGEST_RETURN &&
  /^\/admin\/console(?:[/?][!-[\]-~]*)?$/.test(wanted) &&
  !wanted.includes('//')
    ? wanted
    : CONSOLE;
