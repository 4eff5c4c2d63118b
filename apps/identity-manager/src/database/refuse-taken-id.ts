import { isDuplicate } from './database-errors';
import { Conflict } from '../faults/faults';

/** What `write` gives. @throws Conflict `taken` of `id` when there is such a row already, in whichever application; it stays as it is */
export async function refuseTakenId<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isDuplicate(error)) throw new Conflict('id', 'taken');
    throw error;
  }
}
