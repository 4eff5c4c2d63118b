import { isRunningAddress } from '../service/running-address';
import type { InvalidRule } from '../faults/rules';
import { Described } from '../openapi/described';
import { rule, rules } from './rule';
import { callbackFault, websiteFault } from './web-address';

/*
 * Members of a DTO. Each is a list of rules, asked in this order, and what the OpenAPI document says of it. Null is a value: in a change it clears. What was not
 * sent is undefined and breaks no rule but `required`.
 */

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

const isText = rule('string', (value) => isAbsent(value) || typeof value === 'string');

const isBounded = (max: number) =>
  rule('long', (value) => typeof value !== 'string' || value.length <= max, { facts: { max } });

/** A NUL is no text for PostgreSQL, other control characters do not belong into one line. */
const without = (characters: RegExp) =>
  rule('characters', (value) => typeof value !== 'string' || !characters.test(value));

const isThere = rule('required', (value) => !isAbsent(value) && value !== '');
const isNotEmptied = rule('required', (value) => value !== null && value !== '', {
  facts: { isPatch: true },
});

interface TextOptions {
  /** Characters at most. */
  readonly max?: number;
  /** `always`: it must be sent; `ifSent`: it may be left out, but not emptied. */
  readonly needed?: 'always' | 'ifSent';
}

const textRules = (max: number, characters: RegExp, needed: TextOptions['needed']) => [
  isText,
  isBounded(max),
  without(characters),
  ...(needed === 'always' ? [isThere] : []),
  ...(needed === 'ifSent' ? [isNotEmptied] : []),
  Described({
    type: 'string',
    maxLength: max,
    required: needed === 'always',
    ...(needed === undefined && { nullable: true }),
  }),
];

/** One line of text. */
export const Line = ({ max = 255, needed }: TextOptions = {}) =>
  rules(...textRules(max, /[\u0000-\u001f\u007f]/, needed));

/** Free text of several lines. */
export const LongText = ({ max = 10_000, needed }: TextOptions = {}) =>
  rules(...textRules(max, /\u0000/, needed));

const longestAddress = 2000;

/** An address that people will be sent to. Clients of Keyrock may send any text that no browser would run. */
export const Address = () =>
  rules(
    ...textRules(longestAddress, /[\u0000-\u001f\u007f]/, undefined),
    rule('urlScheme', (value) => typeof value !== 'string' || !isRunningAddress(value)),
  );

/** Rules of forms about a text: one for each thing that `faultOf` can find. */
const inForms = (found: readonly InvalidRule[], faultOf: (text: string) => InvalidRule | undefined) =>
  found.map((name) =>
    rule(name, (value) => typeof value !== 'string' || faultOf(value) !== name, { inForms: true }),
  );

/** {@link Address} of a page that people will visit: a form takes http and https only. */
export const Website = () => rules(Address(), ...inForms(['url', 'urlScheme'], websiteFault));

/** {@link Address} that people are sent back to: a form takes what a browser or a mobile application can open. */
export const Callback = () => rules(Address(), ...inForms(['url', 'urlScheme', 'fragment'], callbackFault));

const describedFlag = () => Described({ type: 'boolean', nullable: true, required: false });

/** True or false. */
export const Flag = () =>
  rules(
    rule('boolean', (value) => isAbsent(value) || typeof value === 'boolean'),
    describedFlag(),
  );

/** {@link Flag} for which Keyrock's clients may send anything falsy: an empty text, zero. */
export const LooseFlag = () =>
  rules(
    rule('boolean', (value) => !value || value === true),
    describedFlag(),
  );

/**
 * A member that nobody sets.
 *
 * @param members  all of this kind that the shape has, in words
 */
export const Fixed = (members: string) => rule('fixed', (value) => !value, { facts: { members } });
