import type { Entity } from '@smart-city/context';
import { entityAnswer, KeptAnswers } from './entity-answers';
import { readRepresentation } from '../../../core/entities/representation';
import { parseUrlParameters } from '../url-parameters';

const entityOf = (value: number): Entity => ({
  id: 'E',
  type: 'T',
  servicePath: '/',
  attrs: new Map([['a', { type: 'Number', value, metadata: new Map(), creDate: 1, modDate: 2 }]]),
  creDate: 1,
  modDate: 2,
});
const shownAs = (query: string) => readRepresentation(parseUrlParameters(query));

describe('answers that are kept', () => {
  it('are those of entities that were asked for twice and shown whole, and are made anew of what an update makes', () => {
    const kept = new KeptAnswers();
    const entity = entityOf(1);
    const answer = kept.of(entity, shownAs(''));
    expect(answer.body).toBe('{"id":"E","type":"T","a":{"type":"Number","value":1,"metadata":{}}}');
    const again = kept.of(entity, shownAs(''));
    expect(again).toEqual(answer);
    expect(again).not.toBe(answer);
    expect(kept.of(entity, shownAs(''))).toBe(again);
    expect(kept.of(entityOf(2), shownAs('')).body).toContain('"value":2');
  });

  it.each([
    'options=keyValues',
    'options=values',
    'options=unique',
    'attrs=a',
    'attrs=dateModified,*',
    'options=dateCreated',
    'metadata=dateModified',
  ])('are not what %s asks for', (query) => {
    const kept = new KeptAnswers();
    const entity = entityOf(1);
    kept.of(entity, shownAs(''));
    const whole = kept.of(entity, shownAs(''));
    const asked = kept.of(entity, shownAs(query));
    expect(asked.body).toBe(entityAnswer(entity, shownAs(query)).body);
    if (query !== 'attrs=a') expect(asked.body).not.toBe(whole.body);
    expect(kept.of(entity, { ...shownAs(''), representation: 'feature' }).contentType).toBe(
      'application/geo+json',
    );
  });
});
