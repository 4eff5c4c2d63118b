import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { generateSecret, generateURI } from 'otplib';
import { OPTIONS, type Options } from '../../cli/options';
import { SecretCipher } from '../../database/secret-cipher';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import { tokenHash } from '../../service/random-token';
import { EndOfAccess } from './end-of-access.service';
import { stepOfCode } from './time-codes';
import { secondFactorChange } from './user.statements';
import { SecondFactorsRepository } from './second-factors.repository';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { Invalid } from '../../faults/faults';
import { PasswordAgain } from './password-again.service';
import type { UserRow } from '../../database/entities/user.row';

const recoveryCodeCount = 10;

/** 50 random bits as `xxxxx-xxxxx`, in letters and digits that are hard to mistake. */
function recoveryCode(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
  const limit = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < 10)
    for (const byte of randomBytes(16))
      if (byte < limit && text.length < 10) text += alphabet[byte % alphabet.length];
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

/** Switches the second factor on and off. */
@Injectable()
export class SecondFactorSetup {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly cipher: SecretCipher,
    private readonly access: EndOfAccess,
    private readonly again: PasswordAgain,
    private readonly audit: AuditLog,
    @Inject(OPTIONS) private readonly options: Options,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A new secret, and the same sealed so that it can travel through the form and back without being changed. */
  propose(user: UserRow): { readonly secret: string; readonly sealed: string; readonly uri: string } {
    const secret = generateSecret({ length: 20 });
    return this.describe(user, secret);
  }

  /** The proposal again, after a wrong code; undefined when the sealed text is not ours or another user's. */
  reopen(user: UserRow, sealed: string): ReturnType<SecondFactorSetup['propose']> | undefined {
    const secret = this.unseal(user, sealed);
    return secret === undefined ? undefined : this.describe(user, secret);
  }

  /**
   * Switches the second factor on when the code shows that the authenticator has the secret. What was opened without
   * it ends.
   *
   * @param keepSession  digest of the session that the user is using
   * @returns the recovery codes, shown once
   * @throws Invalid of `password` or `code`; TooMany
   */
  async enable(
    actor: Actor,
    { sealed, code, password }: { readonly sealed: string; readonly code: string; readonly password: string },
    keepSession: string | undefined,
  ): Promise<readonly string[]> {
    const { user } = actor;
    await this.again.check(actor, password, 'password');
    const secret = this.unseal(user, sealed);
    // The code that was used here is used up; a newer one, which the authenticator may show already, is not.
    const step = secret === undefined ? undefined : stepOfCode(secret, code, this.clock.now());
    if (secret === undefined || step === undefined) throw new Invalid('code', 'code');
    const codes = Array.from({ length: recoveryCodeCount }, recoveryCode);
    const change = {
      totpSecret: this.cipher.encrypt(secret),
      totpLastStep: step,
      totpRecovery: codes.map(tokenHash),
    };
    const because = [secondFactorChange(change, user.id)];
    await this.access.endEverythingOf(user.id, { keepSession, because });
    this.audit.recordDone(actor, 'user.second-factor.on', { subject: user.id });
    return codes;
  }

  /** Forgets the browsers that skip it, too. @throws Invalid of `password`; TooMany */
  async disable(actor: Actor, password: string): Promise<void> {
    const { id } = actor.user;
    await this.again.check(actor, password, 'password');
    await this.factors.switchOff(id);
    this.audit.recordDone(actor, 'user.second-factor.off', { subject: id });
  }

  private describe(user: UserRow, secret: string) {
    return {
      secret,
      sealed: this.cipher.encrypt(`${user.id}\n${secret}`),
      uri: generateURI({ issuer: this.options.title, label: user.email, secret }),
    };
  }

  private unseal(user: UserRow, sealed: string): string | undefined {
    try {
      const [id, secret] = this.cipher.decrypt(sealed).split('\n');
      return id === user.id ? secret : undefined;
    } catch {
      return undefined;
    }
  }
}
