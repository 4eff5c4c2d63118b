import { isRunningAddress } from '../service/running-address';
import { Described } from '../openapi/described';
import { rule, rules } from './rule';
import { callbackFault } from './web-address';

/*
 * Lists of texts. Clients send them as lists, or comma-joined as Keyrock stores them.
 */

/** The list as it is stored: null for an empty one, undefined when it was not sent. */
export function joined(value: unknown): string | null | undefined {
  if (Array.isArray(value)) return value.join(',') || null;
  return typeof value === 'string' || value === null ? value : undefined;
}

const textOf = (value: unknown): string => joined(value) ?? '';

const isTextList = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every((item) => typeof item === 'string')
    : value === undefined || value === null || typeof value === 'string';

const listRules = (max: number) => [
  rule('string', isTextList),
  rule('long', (value) => textOf(value).length <= max, { facts: { max } }),
  rule('characters', (value) => !/[\u0000-\u001f\u007f]/.test(textOf(value))),
];

/** Lists are taken comma-joined too, as they are stored. */
const describedList = (max: number, required: boolean, orNull: boolean) =>
  Described({
    oneOf: [
      { type: 'array', items: { type: 'string' } },
      { type: 'string', maxLength: max },
      ...(orNull ? [{ type: 'null' as const }] : []),
    ],
    required,
  });

/** The texts of a list, or the one in its place; those that are empty or null name nothing. */
export const textsOf = (value: unknown): readonly string[] =>
  listed(value).filter((item): item is string => typeof item === 'string' && item !== '');

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const isNothing = (item: unknown) => item === undefined || item === null || item === '';

/**
 * A list of texts, of which one may come alone.
 *
 * @param max   characters of each
 * @param most  how many
 */
export const TextsOrOne = ({ max, most }: { readonly max: number; readonly most: number }) =>
  rules(
    rule('tooMany', (value) => listed(value).length <= most, { facts: { max: most } }),
    rule('string', (value) => listed(value).every((item) => isNothing(item) || typeof item === 'string')),
    rule('long', (value) => textsOf(value).every((text) => text.length <= max), { facts: { max } }),
    rule('characters', (value) => !textsOf(value).some((text) => text.includes('\0'))),
  );

/** @param max  characters of the whole list at most */
export const TextList = ({ max }: { readonly max: number }) =>
  rules(...listRules(max), describedList(max, false, true));

const noneRuns = rule('urlScheme', (value) => !textOf(value).split(',').some(isRunningAddress));

const isEmpty = (value: unknown): boolean => textOf(value) === '';

/** Rules of forms about each address of a list. */
const eachIs = (['long', 'url', 'urlScheme', 'fragment'] as const).map((name) =>
  rule(
    name,
    (value) =>
      !(Array.isArray(value) ? value : [value]).some(
        (item) => typeof item === 'string' && callbackFault(item) === name,
      ),
    { inForms: true },
  ),
);

/**
 * Addresses that an authorization ends at. Clients of Keyrock may send any text that no browser would run; forms only
 * what is an address.
 *
 * @param needed  `always`: it must be sent; `ifSent`: it may be left out, but not emptied; undefined: it may be either
 */
export const CallbackList = ({
  max,
  needed,
}: {
  readonly max: number;
  readonly needed?: 'always' | 'ifSent';
}) =>
  rules(
    ...listRules(max),
    describedList(max, needed === 'always', needed === undefined),
    noneRuns,
    ...(needed === 'always'
      ? [
          rule('required', (value) => !isEmpty(value), { inForms: true }),
          rule('missing', (value) => !isEmpty(value)),
        ]
      : []),
    ...(needed === 'ifSent'
      ? [rule('required', (value) => value === undefined || !isEmpty(value), { facts: { isPatch: true } })]
      : []),
    ...eachIs,
  );
