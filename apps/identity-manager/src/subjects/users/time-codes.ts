import { createGuardrails, verifySync } from 'otplib';

/** Seconds that a code is shown for (RFC 6238's default, and that of authenticators). */
const stepSeconds = 30;

/** Secrets taken over from Keyrock have ten bytes, fewer than otplib would give out today. */
const guardrails = createGuardrails({ MIN_SECRET_BYTES: 1 });

/**
 * The step of 30 s whose code this is: that of this moment or a neighbour.
 *
 * @param secret  base32 as authenticators show it; blanks, padding and letter case do not count
 * @param code    six digits, with blanks where people type them
 * @returns undefined when it is the code of no such step, or when the secret is none
 */
export function stepOfCode(secret: string, code: string, nowMs: number): number | undefined {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const epoch = Math.floor(nowMs / 1000);
  try {
    const result = verifySync({
      secret: secret.replace(/[\s=]/g, '').toUpperCase(),
      token,
      epoch,
      epochTolerance: stepSeconds,
      guardrails,
    });
    return result.valid && 'timeStep' in result ? result.timeStep : undefined;
  } catch {
    // An imported text that is no base32: no authenticator shows codes for it.
    return undefined;
  }
}
