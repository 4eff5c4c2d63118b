import { Injectable } from '@nestjs/common';
import type { UserRow } from '../../database/entities/user.row';
import { AuditLog } from '../audit/audit-log';
import { generatePassword } from './generated-password';
import { PasswordChanges } from './password-changes.service';
import { UsersRepository } from './users.repository';

/** A password that was made for somebody; the only time it is seen. */
export interface GivenPassword {
  readonly user: UserRow;
  readonly password: string;
}

/** Lets somebody in again who is locked out, such as the only administrator. For operators, who have the database anyway. */
@Injectable()
export class EmergencyPassword {
  constructor(
    private readonly rows: UsersRepository,
    private readonly passwords: PasswordChanges,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Sets a new random password; everything that the user has open ends.
   *
   * @returns undefined when nobody has the address
   */
  async give(email: string): Promise<GivenPassword | undefined> {
    const user = await this.rows.findByEmail(email);
    if (!user) return undefined;
    const password = generatePassword();
    await this.passwords.setGenerated(user.id, password);
    this.audit.record({
      event: 'user.password.reset',
      outcome: 'success',
      subject: user.id,
      actorId: 'command line',
      address: 'local',
    });
    return { user, password };
  }
}
