import { counted } from '@smart-city/messages';
import type { Addressee } from '../../subjects/users/addressees.repository';
import type { Named } from '../../subjects/users/named-addressees';
import type { Question, Visit } from '../../pages/visit';

/** Names of nobody that a question repeats; the others are counted. */
const MOST_TOLD = 20;

const rowOf = ({ name, image }: Addressee) => ({ face: { kind: 'users', image } as const, name });

/** The sentence about entries of a pasted list that name nobody; none where each names somebody. */
function unknownIn(t: Visit['t'], unknown: readonly string[]): readonly string[] {
  if (unknown.length === 0) return [];
  const names = unknown.slice(0, MOST_TOLD).map((name) => name.slice(0, 100));
  const told = [...names, ...(unknown.length > MOST_TOLD ? ['…'] : [])].join(', ');
  return [counted(t, 'question.pastedUnknown', unknown.length, { names: told })];
}

/**
 * Returns what is asked before something is done with the users of a pasted list: who they are, and which entries name nobody.
 *
 * @param changing  those of the users for whom it is something new
 */
export function aboutPasted(
  t: Visit['t'],
  { found, unknown }: Named,
  changing: readonly Addressee[],
): Pick<Question, 'effects' | 'rows' | 'isHarmless'> {
  const already = found.length - changing.length;
  return {
    effects: [
      counted(t, 'question.pastedUsers', changing.length),
      ...(already > 0 ? [counted(t, 'question.pastedAlready', already)] : []),
      ...unknownIn(t, unknown),
    ],
    rows: changing.map(rowOf),
    isHarmless: true,
  };
}
