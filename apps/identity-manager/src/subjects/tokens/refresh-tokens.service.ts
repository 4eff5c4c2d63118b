import { Inject, Injectable } from '@nestjs/common';
import type { Step } from '../../database/dialect';
import type { Clock } from '../../service/clock';
import { tokenKey } from '../../service/random-token';
import { CLOCK } from '../../service/tokens';
import { TokensRepository, type RefreshToken } from './tokens.repository';

/** Looks up refresh tokens; never from memory. */
@Injectable()
export class RefreshTokensService {
  constructor(
    private readonly tokens: TokensRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The stored token, also when it was used or has ended. */
  find(token: string): Promise<RefreshToken | undefined> {
    return this.tokens.findRefresh(tokenKey(token));
  }

  hasExpired({ expiresAt }: RefreshToken): boolean {
    return expiresAt <= this.clock.now();
  }

  /** Uses the token up, for `TokenIssuer`. */
  claim({ tokenHash }: RefreshToken): Step {
    return this.tokens.claimRefresh(tokenHash, this.clock.now());
  }
}
