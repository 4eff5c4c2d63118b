import { describeRule, RULE, type Rule } from '../../access/rule';
import { bodyOf, type Content } from '../../openapi/content';
import { Failure } from '../../openapi/failure';
import { Documented, type Operation } from '../../openapi/documented';

const failure = (description: string) => ({ description, content: bodyOf(Failure) });

const failures = Object.fromEntries(
  (
    [
      ['400', 'The request is malformed, or has no token'],
      ['401', 'The token has expired'],
      ['403', 'Not allowed'],
      ['404', 'Something in the path, or the token, does not exist; or a list is empty'],
    ] as const
  ).map(([status, description]) => [status, failure(description)]),
);

const paging = (['limit', 'offset'] as const).map((name) => ({ name, type: 'integer' as const }));

interface Bodies extends Pick<Operation, 'deprecated' | 'security'> {
  readonly takes?: Content;
  readonly answers?: Content;
  /** Has `limit` and `offset`. */
  readonly paged?: boolean;
  /** What a 409 says. */
  readonly conflict?: string;
}

function whoMay(handler: object): string | undefined {
  const rule = Reflect.getMetadata(RULE, handler) as Rule | undefined;
  return rule && `Who: ${describeRule(rule)}.`;
}

/** What the OpenAPI document says of a route of the management API; who may call it is known from its rule. */
export const ApiRoute = (summary: string, { paged = false, conflict, ...bodies }: Bodies = {}) =>
  Documented({
    summary,
    description: whoMay,
    others: { ...failures, ...(conflict !== undefined && { 409: failure(conflict) }) },
    security: ['apiToken', 'bearer'],
    ...(paged && { query: paging }),
    ...bodies,
  });

/** An assignment, which comes by PUT, and by POST for older clients. */
export const OldApiRoute = (summary: string, answers: Content, more: Pick<Bodies, 'conflict'> = {}) =>
  ApiRoute(`${summary} (use PUT)`, { answers, deprecated: true, ...more });
