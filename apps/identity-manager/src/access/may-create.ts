import type { Options } from '../cli/options';
import type { UserRow } from '../database/entities/user.row';

/** Whether a user may register applications and create organizations. */
export const mayCreate = (
  { admin }: Pick<UserRow, 'admin'>,
  options: Pick<Options, 'onlyAdminsCreateApplications'>,
): boolean => admin || !options.onlyAdminsCreateApplications;
