import { Injectable } from '@nestjs/common';
import { isDuplicate } from '../../database/database-errors';
import type { UserRow } from '../../database/entities/user.row';
import { loginNameOf, usernameKey } from '../../database/login-name';
import { Conflict } from '../../faults/faults';
import { emailKey } from './email-address';
import { UsersRepository } from './users.repository';

/**
 * What becomes of a username that another user signs in by: it is refused, or two users show it and the second signs in with the e-mail
 * address alone, as all users of Keyrock do.
 */
export type Namesakes = 'refused' | 'shown';

/** What one user says of themselves and no other user may have. */
export type Identity = Pick<UserRow, 'id' | 'username' | 'email'>;

/**
 * Usernames, addresses and ids that another user has. A login takes a username or an address, and applications show usernames: with
 * somebody else's a user could shut them out, or pass for them.
 */
@Injectable()
export class TakenNames {
  constructor(private readonly rows: UsersRepository) {}

  /** @throws Conflict `taken` of `username` when another user signs in by it, or it is another user's e-mail address */
  async refuseUsername({ id, username, email }: Identity): Promise<void> {
    const key = usernameKey(username);
    // Whether the own address is another user's is said of the address.
    if (key.includes('@') && key !== emailKey(email)) {
      const owner = await this.rows.findByEmail(key);
      if (owner && owner.id !== id && !owner.awaitingActivation) throw new Conflict('username', 'taken');
    }
    const holder = await this.rows.findByLoginName(loginNameOf(username));
    if (holder && holder.id !== id) throw new Conflict('username', 'taken');
  }

  /** The name by which the user signs in from now on; null while another user has it. */
  async freeLoginName({ id, username }: Pick<UserRow, 'id' | 'username'>): Promise<string | null> {
    const name = loginNameOf(username);
    const holder = await this.rows.findByLoginName(name);
    return holder && holder.id !== id ? null : name;
  }

  /**
   * What `write` gives.
   *
   * @throws Conflict `taken` of what another user has meanwhile, when that is why it failed
   */
  async refuseTaken<T>(user: Identity, write: Promise<T>): Promise<T> {
    try {
      return await write;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      const owner = await this.rows.findByEmail(user.email);
      if (owner && owner.id !== user.id) throw new Conflict('email', 'taken');
      const holder = await this.rows.findByLoginName(loginNameOf(user.username));
      // What was taken a moment ago may be free again: the address is told, as the likeliest.
      throw new Conflict(holder && holder.id !== user.id ? 'username' : 'email', 'taken');
    }
  }
}
