import type { Options } from '../../cli/options';
import { Conflict } from '../../faults/faults';
import { GENERATED, generatePassword } from './generated-password';
import type { UserChanges } from './user-changes.service';
import type { UsersRepository } from './users.repository';

/**
 * Creates the first administrator when the installation has no users at all.
 *
 * @returns the generated password, to be printed once; undefined when one was configured or nothing was created
 */
export async function createFirstAdmin(
  users: UsersRepository,
  changes: UserChanges,
  { admin }: Pick<Options, 'admin'>,
): Promise<string | undefined> {
  if ((await users.count()) > 0) return undefined;
  const password = admin.password ?? generatePassword();
  try {
    const { id, username, email } = admin;
    const extra = { visible_attributes: ['username', 'description'] };
    const isGenerated = admin.password === undefined;
    const given = { id, username, email, password, admin: true, extra };
    await changes.add(isGenerated ? { ...given, datePassword: GENERATED } : given);
  } catch (error) {
    // Another process of the installation was faster.
    if (error instanceof Conflict) return undefined;
    throw error;
  }
  return admin.password === undefined ? password : undefined;
}
