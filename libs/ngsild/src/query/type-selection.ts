import { expandedName, type ExpandName } from './ld-names';
import { compileNameSelection, parseNameSelection, type NameSelection } from './name-selection';

/** The types that a query asks for; undefined for those of every type (`*`). */
export type TypeSelection = NameSelection | undefined;

/**
 * Parses a type selection (GS CIM 009 §4.17): `A,B` and `A|B` are alternatives, `(A;B)` asks for both, `*` is every type.
 *
 * @throws NgsiLdFault  BadRequestData
 */
export const parseTypeSelection = (text: string, expand: ExpandName): TypeSelection =>
  text === '*' ? undefined : parseNameSelection(text, 'type', (name) => expandedName(name, 'type', expand));

/** Makes the test of an entity's types. */
export const compileTypeSelection = (selection: TypeSelection): ((types: readonly string[]) => boolean) =>
  selection === undefined
    ? () => true
    : compileNameSelection<readonly string[]>(selection, (name) => (types) => types.includes(name));
