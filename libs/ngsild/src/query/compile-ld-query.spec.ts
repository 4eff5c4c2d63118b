import type { AttributeKind } from '@smart-city/context';
import {
  entityOf,
  holdsOf,
  ldAttributesArbitrary,
  ldQueryArbitrary,
  type PlainAttributes,
  type PlainInstance,
} from '@smart-city/ngsi-testing';
import fc from 'fast-check';
import { compileLdQuery } from './compile-ld-query';
import { parseLdQuery } from './parse-ld-query';

const CONTEXT = { expand: (name: string) => name, expandValue: (value: string) => `v:${value}` };

const instance = (type: AttributeKind, value: unknown, rest: Partial<PlainInstance> = {}): PlainInstance => ({
  type,
  value,
  subs: {},
  ...rest,
});
const property = (value: unknown, rest: Partial<PlainInstance> = {}) => instance('Property', value, rest);

const ENTITY: PlainAttributes = {
  number: [property(30)],
  text: [property('30', { observedAt: '2020-01-01T00:00:00.000Z', unitCode: 'CEL' })],
  many: [property(1), property(7, { datasetId: 'urn:d:1' })],
  array: [property([1, 2, 'x'])],
  object: [property({ a: { b: 5 }, list: [{ c: 1 }, { c: 2 }] })],
  flag: [property(true)],
  day: [property('2020-05-05')],
  when: [property('2020-05-05T10:00:00Z')],
  owner: [instance('Relationship', 'urn:ngsi-ld:Person:1', { subs: { since: [property(2019)] } })],
  places: [instance('ListRelationship', ['urn:a:1', 'urn:a:2'])],
  name: [instance('LanguageProperty', { en: 'House', es: ['Casa', 'Hogar'] })],
  use: [instance('VocabProperty', 'v:home')],
  json: [instance('JsonProperty', { k: 1 })],
};

it.each([
  ['number==30', true],
  ['number==30.0', true],
  ['number=="30"', false],
  ['number!="30"', true],
  ['text!=30', true],
  ['text>30', false],
  ['missing', false],
  ['missing!=1', false],
  ['!missing', true],
  ['many==7', true],
  ['many!=1', true],
  ['many>5;many<2', true],
  ['array==2', true],
  ['array!=2', false],
  ['array!=3', true],
  ['array==9,"x"', true],
  ['array!=9,"x"', false],
  ['array>0', false],
  ['number==10..30', true],
  ['number!=10..30', false],
  ['text!=10..30', true],
  ['object[a.b]==5', true],
  ['object[a.c]', false],
  ['object[list.c]==2', true],
  ['flag==true', true],
  ['flag!=true', false],
  ['day>=2020-05-05', true],
  ['day>2020-05-04T00:00:00Z', false],
  ['when>2020-05-05T09:59:59.9Z', true],
  ['when=="2020-05-05T10:00:00Z"', true],
  ['text.observedAt>=2020-01-01T00:00:00Z', true],
  ['text.observedAt<"2020-01-01T00:00:01Z"', true],
  ['text.unitCode=="CEL"', true],
  ['many.datasetId==urn:d:1', true],
  ['owner==urn:ngsi-ld:Person:1', true],
  ['owner!="urn:ngsi-ld:Person:1"', false],
  ['owner>"a"', false],
  ['owner~=Person', false],
  ['owner.since<2020', true],
  ['places=="urn:a:2"', true],
  ['name=="Hogar"', true],
  ['name[en]=="House"', true],
  ['name[fr]', false],
  ['name[*]~=^Ho', true],
  ['use=="home"', true],
  ['use=="v:home"', true],
  ['json[k]==1', true],
  ['text~=^3', true],
  ['text!~=^3', false],
  ['number!~=^3', false],
  ['createdAt<2020-01-01T00:00:00Z', true],
  ['rel{a}==1', false],
  ['(number==1|flag==true);text=="30"', true],
])('%s is %s', (q, expected) => {
  expect(compileLdQuery(parseLdQuery(q, CONTEXT))(entityOf('urn:e:1', ['T'], ENTITY))).toBe(expected);
});

it('holds where the definition says so', () => {
  fc.assert(
    fc.property(
      ldQueryArbitrary,
      fc.array(ldAttributesArbitrary, { minLength: 1, maxLength: 5 }),
      (tree, entities) => {
        const test = compileLdQuery(tree);
        expect(entities.map((one) => test(entityOf('urn:e:1', ['T'], one)))).toEqual(
          entities.map((one) => holdsOf(tree, one)),
        );
      },
    ),
    { numRuns: 2_000 },
  );
});
