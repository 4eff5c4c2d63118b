import { invalidRequest } from '../oauth-errors';
import { isObject, memberOf } from './evaluation';

const SEMANTICS = ['execute_all', 'deny_on_first_deny', 'permit_on_first_permit'] as const;
export type Semantic = (typeof SEMANTICS)[number];

/** Several questions of one request (Authorization API section 7), each to be read by `parseEvaluation`. */
export interface Evaluations {
  readonly semantic: Semantic;
  /** None: the request is one question itself. */
  readonly items: readonly unknown[];
}

const mostItems = 100;
const PARTS = ['subject', 'action', 'resource', 'context'] as const;

const isSemantic = (value: unknown): value is Semantic => SEMANTICS.some((known) => known === value);

function semanticOf(options: unknown): Semantic {
  if (options === undefined) return 'execute_all';
  if (!isObject(options)) throw invalidRequest('`options` must be an object');
  const semantic = memberOf(options, 'evaluations_semantic') ?? 'execute_all';
  if (!isSemantic(semantic))
    throw invalidRequest(`\`options.evaluations_semantic\` must be one of ${SEMANTICS.join(', ')}`);
  return semantic;
}

/** An item with what the request says for all of them. Members of its parts lie over those of the request, one by one. */
function overlaid(request: Readonly<Record<string, unknown>>, item: unknown): unknown {
  if (!isObject(item)) return item;
  const parts = PARTS.map((name) => {
    const [below, above] = [memberOf(request, name), memberOf(item, name)];
    return [name, isObject(below) && isObject(above) ? { ...below, ...above } : (above ?? below)] as const;
  });
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined));
}

/** @throws OAuthError invalid_request  the request as a whole is malformed, or has too many items */
export function parseEvaluations(body: unknown): Evaluations {
  if (!isObject(body)) throw invalidRequest('The body must be an object');
  const semantic = semanticOf(memberOf(body, 'options'));
  const items = memberOf(body, 'evaluations') ?? [];
  if (!Array.isArray(items)) throw invalidRequest('`evaluations` must be a list');
  if (items.length > mostItems) throw invalidRequest(`\`evaluations\` has more than ${mostItems} members`);
  for (const name of PARTS) {
    const part = memberOf(body, name);
    if (part !== undefined && !isObject(part)) throw invalidRequest(`\`${name}\` must be an object`);
  }
  return { semantic, items: items.map((item) => overlaid(body, item)) };
}

/** Whether an item with this decision is the last one that is answered. */
export const isLast = (semantic: Semantic, decision: boolean): boolean =>
  semantic === (decision ? 'permit_on_first_permit' : 'deny_on_first_deny');
