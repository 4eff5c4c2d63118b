import { Described } from '../openapi/described';
import { Line } from './members';
import { rule, rules } from './rule';

/** As long as the ids of Keyrock's tables. */
const LONGEST = 36;
/** Words that stand in addresses where an id may stand. */
const WORDS = ['csv', 'delete', 'edit', 'grid', 'marked', 'new', 'permissions'];

/** What stands in a path as it is, is no step in one, and hides no page. */
const chosenId = new RegExp(`^(?!(\\.{1,2}|${WORDS.join('|')})$)[a-z0-9._~-]{1,${LONGEST}}$`, 'i');

/** An id of the sender's own choosing; a new one is made when none is sent. */
export const ChosenId = () =>
  rules(
    Line(),
    rule('id', (value) => typeof value !== 'string' || value === '' || chosenId.test(value)),
    Described({ description: 'Kept when it is sent and nothing else has it.' }),
  );

/** The id that was sent; undefined when one is to be made. */
export const chosen = (id: string | null | undefined): string | undefined => id || undefined;
