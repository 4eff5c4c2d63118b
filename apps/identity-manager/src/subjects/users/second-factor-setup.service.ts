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
import { secondFactorOn } from './user-statements';
import { UsersRepository } from './users.repository';
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
    private readonly users: UsersRepository,
    private readonly cipher: SecretCipher,
    private readonly access: EndOfAccess,
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
   * @param keepSession  digest of the session that the person is using
   * @returns the recovery codes, shown once; undefined when the code is wrong
   */
  async enable(
    user: UserRow,
    {
      sealed,
      code,
      keepSession,
    }: { readonly sealed: string; readonly code: string; readonly keepSession: string | undefined },
  ): Promise<readonly string[] | undefined> {
    const secret = this.unseal(user, sealed);
    if (secret === undefined) return undefined;
    // The code that was used here is used up; a newer one, which the authenticator may show already, is not.
    const step = stepOfCode(secret, code, this.clock.now());
    if (step === undefined) return undefined;
    const codes = Array.from({ length: recoveryCodeCount }, recoveryCode);
    await this.access.endEverythingOf(user.id, {
      keepSession,
      because: [
        secondFactorOn(
          {
            totpSecret: this.cipher.encrypt(secret),
            totpLastStep: step,
            totpRecovery: codes.map(tokenHash),
          },
          user.id,
        ),
      ],
    });
    return codes;
  }

  disable(userId: string): Promise<void> {
    return this.users.secondFactorOff(userId);
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
