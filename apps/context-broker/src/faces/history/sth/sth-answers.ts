import { Answer } from '../../../http/answer';
import type { SthAttribute, SthValues } from './sth-reads.service';

const counted = ({ count }: SthValues): readonly string[] =>
  count === undefined ? [] : ['Fiware-Total-Count', String(count)];

/** The answer of `/STH/v2`. */
export const valuesAnswer = (values: SthValues): Answer =>
  new Answer(200, `{"type":"StructuredValue","value":[${values.items.join()}]}`, counted(values));

/** The answer of `/STH/v1`. */
export function contextAnswer({ id, type, attr }: SthAttribute, values: SthValues): Answer {
  const attributes = `[{"name":${JSON.stringify(attr)},"values":[${values.items.join()}]}]`;
  const element = `{"attributes":${attributes},"id":${JSON.stringify(id)},"isPattern":false,"type":${JSON.stringify(type)}}`;
  const status = '{"code":"200","reasonPhrase":"OK"}';
  return new Answer(
    200,
    `{"contextResponses":[{"contextElement":${element},"statusCode":${status}}]}`,
    counted(values),
  );
}
