import { Injectable } from '@nestjs/common';
import { Invalid } from '../../faults/faults';
import { AddresseesRepository } from './addressees.repository';
import { namedIn, wordsOf, type Named } from './named-addressees';

/** Words of one list. More would make one statement of the database very long. */
const MOST_WORDS = 1_000;

/** Finds users by a list that somebody pasted. */
@Injectable()
export class NamedUsers {
  constructor(private readonly rows: AddresseesRepository) {}

  /**
   * Finds the enabled users whom the list names by username, email address or id: one per line, or separated by commas.
   *
   * @returns the users, each once, and the entries that name nobody
   * @throws Invalid of `names` when the list has no entry, names nobody, or is too long
   */
  async find(list: string): Promise<Named> {
    const words = wordsOf(list.replaceAll('\0', ''));
    if (words.length === 0) throw new Invalid('names', 'required');
    if (words.length > MOST_WORDS) throw new Invalid('names', 'tooMany', { max: MOST_WORDS });
    const named = namedIn(list, await this.rows.usersCalled(words));
    if (named.found.length === 0) throw new Invalid('names', 'notFoundHere');
    return named;
  }
}
