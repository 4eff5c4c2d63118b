import { compilePlace, compileSimpleQuery, notificationFacts } from '@smart-city/context';
import {
  compileJexl,
  NGSIV2,
  parseGeoQuery,
  parseMq,
  parseQ,
  type SubscriptionCondition,
} from '@smart-city/ngsiv2';
import type { ConditionLanguage, ConditionTest } from '../../../core/subscriptions/condition-language';
import { jexlContextOf } from '../../../core/subscriptions/jexl-context';

/** Conditions of NGSIv2: each part of `q` and `mq`, `jexlExpression` and geo, in the order in which the original asks them. */
export const ngsiv2Conditions: ConditionLanguage = {
  name: NGSIV2,
  compile: compileConditions,
  queryOf: ({ expression }) => ({
    ...(expression?.q && { q: parseQ(expression.q, expression) }),
    ...(expression?.mq && { mq: parseMq(expression.mq, expression) }),
    ...(expression?.georel &&
      expression.geometry &&
      expression.coords && {
        geo: parseGeoQuery(expression.georel, expression.geometry, expression.coords, expression.geoproperty),
      }),
  }),
};

function compileConditions({ expression, jexlExpression }: SubscriptionCondition): readonly ConditionTest[] {
  const tests: ConditionTest[] = [];
  for (const query of [
    expression?.q && parseQ(expression.q, expression),
    expression?.mq && parseMq(expression.mq, expression),
  ]) {
    if (!query) continue;
    for (const part of query) {
      const test = compileSimpleQuery([part], { semantics: 'notification' });
      tests.push(({ entity }) => test(entity));
    }
  }
  if (jexlExpression) {
    const program = compileJexl(jexlExpression);
    tests.push(({ entity, change, alterationType, service, authToken }) => {
      const facts = notificationFacts(change, alterationType);
      return program.evaluate(jexlContextOf({ entity, service, authToken, facts })) === true;
    });
  }
  if (expression?.georel && expression.geometry && expression.coords) {
    const { georel, geometry, coords, geoproperty } = expression;
    const test = compilePlace(parseGeoQuery(georel, geometry, coords, geoproperty));
    tests.push(({ entity }) => test(entity));
  }
  return tests;
}
