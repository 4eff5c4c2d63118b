import { NGSIV2, parseNewSubscription, type Subscription } from '@smart-city/ngsiv2';
import { toJsonValue } from '@smart-city/ngsi-testing';
import { CompiledSubscriptions } from './compiled-subscriptions';
import { ConditionLanguages } from './condition-language';

const subscriptionIn = (language: string): Subscription => {
  const definition = parseNewSubscription(
    toJsonValue({ subject: { entities: [{ id: 'E' }] }, notification: { http: { url: 'http://h' } } }),
    '/#',
  );
  return {
    ...definition,
    id: language,
    condition: { ...definition.condition, language },
    counters: { timesSent: 0, failsCounter: 0 },
  };
};

describe('languages of conditions', () => {
  it('compile the subscriptions that name them; one in an unknown language is told and not matched', () => {
    const languages = new ConditionLanguages();
    const test = () => true;
    languages.speak({ name: NGSIV2, compile: () => [], queryOf: () => ({}) });
    languages.speak({ name: 'other', compile: () => [test], queryOf: () => ({}) });
    const errors: unknown[] = [];
    const compiled = new CompiledSubscriptions(false, languages, (what, error) => errors.push([what, error]));
    for (const language of [NGSIV2, 'other', 'third']) compiled.put('', subscriptionIn(language));
    expect(compiled.find('', NGSIV2)?.conditions).toEqual([]);
    expect(compiled.find('', 'other')?.conditions).toEqual([test]);
    expect(compiled.find('', 'third')).toBeUndefined();
    expect(errors).toEqual([
      ['use subscription third', new Error('no interface of this broker has conditions in third')],
    ]);
  });
});
