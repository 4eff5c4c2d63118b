import { Inject, Injectable } from '@nestjs/common';
import type { Step } from '../../database/dialect';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import { DirectoryAccounts } from './directory-accounts.service';
import { EndOfAccess } from './end-of-access.service';
import { GENERATED } from './generated-password';
import { PasswordHasher } from './password-hasher';
import { passwordChange } from './user.statements';

/** Writes passwords, of which each ends what was opened with the one before. The verbs ask before whether it may be. */
@Injectable()
export class PasswordChanges {
  constructor(
    private readonly access: EndOfAccess,
    private readonly hasher: PasswordHasher,
    private readonly directory: DirectoryAccounts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Sets a new password and ends everything that was opened with the old one.
   *
   * @param also  written in the same transaction
   * @returns false, with nothing written, when a step of `also` changed another number of rows than it expected
   */
  async set(userId: string, password: string, also: readonly Step[] = []): Promise<boolean> {
    const because = [...also, await this.step(userId, password)];
    return this.access.endEverythingOf(userId, { because });
  }

  /** As {@link set}, with one that nobody chose: the pages ask for another. */
  async setGenerated(userId: string, password: string): Promise<boolean> {
    const because = [await this.step(userId, password, GENERATED)];
    return this.access.endEverythingOf(userId, { because });
  }

  /** Writes another password, which ends nothing by itself. @throws Invalid `directoryPassword` */
  async step(userId: string, password: string, datePassword = this.clock.now()): Promise<Step> {
    this.directory.refusePassword(userId);
    const passwordHash = await this.hasher.hash(password);
    return passwordChange({ passwordHash, datePassword }, userId);
  }
}
