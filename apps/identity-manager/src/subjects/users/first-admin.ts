import type { Options } from '../../cli/options';
import { randomKey } from '../../service/random-token';
import type { UsersService } from './users.service';

/**
 * Creates the first administrator when the installation has no users at all.
 *
 * @returns the generated password, to be printed once; undefined when one was configured or nothing was created
 */
export async function createFirstAdmin(
  users: UsersService,
  countUsers: () => Promise<number>,
  { admin }: Pick<Options, 'admin'>,
): Promise<string | undefined> {
  if ((await countUsers()) > 0) return undefined;
  const password = admin.password ?? randomKey().slice(0, 20);
  await users.create({
    id: admin.id,
    username: admin.username,
    email: admin.email,
    password,
    enabled: true,
    admin: true,
    extra: { visible_attributes: ['username', 'description'] },
  });
  return admin.password === undefined ? password : undefined;
}
