import { parseJson } from '../json/parse-json';
import { renderJson } from '../json/render-json';
import { applyOperator, applyToAbsent } from './apply-operator';
import { initialValue, parseOperator } from './operators';
import type { UpdateOperator } from './operators';

const TARGET = { field: 'attrs.A.value', documentId: '{ id: "E" }' };
const operatorOf = (text: string) => parseOperator(parseJson(text)) as UpdateOperator;
const apply = (operator: string, stored: string) => {
  const outcome = applyOperator(operatorOf(operator), parseJson(stored), TARGET);
  return 'fault' in outcome ? outcome.fault : renderJson(outcome.value);
};
const initial = (operator: string) => {
  const value = initialValue(operatorOf(operator));
  return value === undefined ? 'not created' : renderJson(value);
};

describe('parseOperator', () => {
  it.each(['1', '[]', '{}', '{"a":1}', '{"a":1,"$inc":2}', '{"$foo":1}', '{"inc":1}'])(
    'takes %s for a plain value',
    (text) => {
      expect(parseOperator(parseJson(text))).toBeUndefined();
    },
  );

  it('goes by the first key, $set and $unset together', () => {
    expect(operatorOf('{"$inc":1,"$mul":2}')).toEqual({ kind: 'plain', name: '$inc', operand: 1 });
    expect(operatorOf('{"$set":{"a":1},"$unset":{"b":1}}')).toEqual({
      kind: 'keys',
      first: '$set',
      set: new Map([['a', 1]]),
      unset: ['b'],
    });
  });
});

describe('initialValue (docs/behaviour/context-broker.md, "Update operators")', () => {
  it.each([
    ['{"$inc":5}', '5'],
    ['{"$inc":"x"}', '0'],
    ['{"$mul":5}', '0'],
    ['{"$min":5}', '0'],
    ['{"$min":-5}', '-5'],
    ['{"$max":5}', '5'],
    ['{"$max":-5}', '0'],
    ['{"$push":"x"}', '["x"]'],
    ['{"$push":{"$each":[1,2]}}', '[[{"$each":[1,2]}]]'],
    ['{"$push":[1]}', '[[[1]]]'],
    ['{"$addToSet":{"a":1}}', '[[{"a":1}]]'],
    ['{"$addToSet":null}', '[null]'],
    ['{"$pull":1}', 'not created'],
    ['{"$pullAll":[1]}', 'not created'],
    ['{"$set":{"a":1}}', '{"a":1}'],
    ['{"$set":"foo"}', '""'],
    ['{"$unset":{"a":1}}', 'not created'],
    ['{"$unset":{"a":1},"$set":{"b":1}}', 'not created'],
  ])('%s gives %s', (operator, value) => {
    expect(initial(operator)).toBe(value);
  });
});

describe('applyToAbsent (docs/behaviour/context-broker.md, "Update operators")', () => {
  it.each([
    ['{"$inc":5}', '5'],
    ['{"$mul":5}', '0'],
    ['{"$min":5}', '5'],
    ['{"$min":-5}', '-5'],
    ['{"$max":-5}', '-5'],
    ['{"$push":{"a":1}}', '[{"a":1}]'],
    ['{"$push":[1]}', '[[1]]'],
    ['{"$push":{"$each":[1,2]}}', '[1,2]'],
    ['{"$addToSet":"x"}', '["x"]'],
    ['{"$pull":1}', '""'],
    ['{"$pullAll":[1]}', '""'],
    ['{"$unset":{"a":1}}', '""'],
    ['{"$unset":{"a":1},"$set":{"b":1}}', '{"b":1}'],
    ['{"$set":{"a":1}}', '{"a":1}'],
    ['{"$set":5}', '5'],
    ['{"$inc":"x"}', 'Cannot increment with non-numeric argument: {attrs.A.value: "x"}'],
    ['{"$pullAll":1}', '$pullAll requires an array argument but was given a double'],
  ])('%s gives %s', (operator, expected) => {
    const outcome = applyToAbsent(operatorOf(operator), TARGET);
    expect('fault' in outcome ? outcome.fault : renderJson(outcome.value)).toBe(expected);
  });
});

describe('applyOperator', () => {
  it.each([
    ['{"$inc":2}', '1.5', '3.5'],
    ['{"$mul":-2}', '1.5', '-3'],
    ['{"$min":2}', '1', '1'],
    ['{"$min":0}', '1', '0'],
    ['{"$min":0}', 'null', 'null'],
    ['{"$max":2}', '1', '2'],
    ['{"$max":2}', 'null', '2'],
    ['{"$max":2}', '"x"', '"x"'],
    ['{"$max":"b"}', '"a"', '"b"'],
    ['{"$push":1}', '[1]', '[1,1]'],
    ['{"$push":[2]}', '[1]', '[1,[2]]'],
    ['{"$push":{"$each":[3,2],"$position":0}}', '[1]', '[3,2,1]'],
    ['{"$push":{"$each":[9],"$position":-1}}', '[1,2]', '[1,9,2]'],
    ['{"$push":{"$each":[9],"$position":-5}}', '[1,2]', '[9,1,2]'],
    ['{"$push":{"$each":[3],"$slice":-2}}', '[1,2]', '[2,3]'],
    ['{"$push":{"$each":[3],"$slice":2}}', '[1,2]', '[1,2]'],
    ['{"$push":{"$each":[3],"$slice":0}}', '[1,2]', '[]'],
    ['{"$push":{"$each":[2],"$sort":-1}}', '[1,3]', '[3,2,1]'],
    [
      '{"$push":{"$each":[],"$sort":{"a.b":1}}}',
      '[{"a":{"b":2}},{"a":{"b":1}}]',
      '[{"a":{"b":1}},{"a":{"b":2}}]',
    ],
    ['{"$addToSet":1}', '[1]', '[1]'],
    ['{"$addToSet":2}', '[1]', '[1,2]'],
    ['{"$addToSet":{"$each":[2,2,1]}}', '[1]', '[1,2]'],
    ['{"$addToSet":{"a":1}}', '[{"a":1}]', '[{"a":1}]'],
    ['{"$pull":1}', '[1,2,1]', '[2]'],
    ['{"$pull":{"$gte":2}}', '[1,2,3,"x"]', '[1,"x"]'],
    ['{"$pull":{"$in":["x",1]}}', '[1,2,"x"]', '[2]'],
    ['{"$pull":{"a":1}}', '[{"a":1,"b":2},{"a":2},1]', '[{"a":2},1]'],
    ['{"$pull":{"a":{"$lt":2}}}', '[{"a":1},{"a":2}]', '[{"a":2}]'],
    ['{"$pull":{"$where":"x"}}', '[1]', '[1]'],
    ['{"$pullAll":[1,"x"]}', '[1,2,"x",1]', '[2]'],
    ['{"$set":{"a":2,"c":3}}', '{"a":1,"b":1}', '{"a":2,"b":1,"c":3}'],
    ['{"$unset":{"a":1,"z":1}}', '{"a":1,"b":1}', '{"b":1}'],
    ['{"$set":{"c":3},"$unset":{"a":1}}', '{"a":1}', '{"c":3}'],
    ['{"$unset":{"a":1}}', '5', '5'],
    ['{"$set":5}', '{"a":1}', '5'],
    ['{"$set":"foo"}', '5', '"foo"'],
    ['{"$set":[1]}', 'null', '[1]'],
  ])('%s on %s gives %s', (operator, stored, value) => {
    expect(apply(operator, stored)).toBe(value);
  });

  it.each([
    ['{"$inc":"x"}', '1', 'Cannot increment with non-numeric argument: {attrs.A.value: "x"}'],
    ['{"$mul":null}', '1', 'Cannot multiply with non-numeric argument: {attrs.A.value: null}'],
    [
      '{"$inc":1}',
      '"x"',
      `Cannot apply $inc to a value of non-numeric type. {_id: { id: "E" }} has the field 'value' of non-numeric type string`,
    ],
    [
      '{"$mul":1}',
      'null',
      `Cannot apply $mul to a value of non-numeric type. {_id: { id: "E" }} has the field 'value' of non-numeric type null`,
    ],
    [
      '{"$push":1}',
      '5',
      `The field 'attrs.A.value' must be an array but is of type double in document {_id: { id: "E" }}`,
    ],
    [
      '{"$addToSet":1}',
      'true',
      `Cannot apply $addToSet to non-array field. Field named 'value' has non-array type bool`,
    ],
    ['{"$pull":1}', '{}', 'Cannot apply $pull to a non-array value'],
    ['{"$pullAll":[1]}', '5', 'Cannot apply $pull to a non-array value'],
    ['{"$pullAll":1}', '[1]', '$pullAll requires an array argument but was given a double'],
    [
      '{"$push":{"$each":1}}',
      '[]',
      'The argument to $each in $push must be an array but it was of type: double',
    ],
    ['{"$push":{"$each":[],"$foo":1}}', '[]', 'Unrecognized clause in $push: $foo'],
    [
      '{"$push":{"$each":[],"$slice":"a"}}',
      '[]',
      'The value for $slice must be an integer value but was given type: string',
    ],
    ['{"$set":{"a":1}}', '5', `Cannot create field 'a' in element {value: 5.0}`],
    [
      '{"$set":{"a.b":1}}',
      '[1,{"x.y":{}}]',
      `Cannot create field 'a=b' in element {value: [ 1.0, { x=y: {} } ]}`,
    ],
    [
      '{"$inc":{"a":[1.5,true]}}',
      '1',
      'Cannot increment with non-numeric argument: {attrs.A.value: { a: [ 1.5, true ] }}',
    ],
    [
      '{"$set":{"a":1},"$unset":{"a":1}}',
      '{}',
      `Updating the path 'attrs.A.value.a' would create a conflict at 'attrs.A.value.a'`,
    ],
    [
      '{"$mul":1e308}',
      '1e308',
      'Failed to apply $mul operations to current value (1e+308.0) for document {_id: { id: "E" }}',
    ],
  ])('%s on %s fails: %s', (operator, stored, fault) => {
    expect(apply(operator, stored)).toBe(fault);
  });
});

describe('operators on large arrays', () => {
  it('stay in proportion to their size', () => {
    const many = JSON.stringify(Array.from({ length: 60_000 }, (_, i) => i));
    expect(apply(`{"$addToSet":{"$each":${many}}}`, many)).toHaveLength(many.length);
    expect(apply(`{"$pullAll":${many}}`, many)).toBe('[]');
    expect(apply(`{"$pull":{"$in":${many}}}`, many)).toBe('[]');
  });
});
