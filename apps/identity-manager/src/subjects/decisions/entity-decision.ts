import type { EntityScope, EntityVerb } from '@smart-city/authz';
import { compileBounded, MatchEffort } from '@smart-city/patterns';
import { DECISION_EFFORT, type DecisionResult } from './decision';
import type { CompiledPermission, PermissionRule, TextMatcher } from './permission';
import { coversPath, coversService, type ServiceScope } from './service-scope';

/** A question about one entity. */
export interface EntityQuestion extends ServiceScope {
  readonly verb: EntityVerb;
  readonly id: string;
  /** Undefined: any type. */
  readonly type: string | undefined;
  /** None: the entity with all its attributes. */
  readonly attributes: readonly string[];
}

type Ask = (matcher: TextMatcher, text: string) => boolean;

const never: TextMatcher = { size: 0, test: () => false };

const compiled = new WeakMap<EntityScope, TextMatcher>();

/** The pattern of a scope, compiled with its first use. One that cannot be used covers nothing. */
function idMatcher(scope: EntityScope, pattern: string): TextMatcher {
  let matcher = compiled.get(scope);
  if (!matcher) compiled.set(scope, (matcher = compile(pattern)));
  return matcher;
}

function compile(pattern: string): TextMatcher {
  try {
    const expression = compileBounded(pattern);
    return { size: expression.programSize(), test: (text) => expression.test(text) };
  } catch {
    return never;
  }
}

/** Whether all service paths that are asked for lie in those of the scope. Without any asked for, only a scope of all covers it. */
function coversPaths({ service_paths: stored }: EntityScope, asked: readonly string[] = []): boolean {
  if (stored === undefined) return true;
  const paths = asked.length === 0 ? ['/#'] : asked;
  return paths.every((path) => stored.some((one) => coversPath(one, path)));
}

/** Whether a permission covers the entity, whatever it says of attributes. */
function coversEntity(rule: PermissionRule, question: EntityQuestion, ask: Ask): boolean {
  const { entities: scope } = rule;
  if (scope === null || !scope.verbs.includes(question.verb)) return false;
  if (rule.useAuthorizationServiceHeader && !coversService(rule.authorizationServiceHeader, question))
    return false;
  if (scope.types && (question.type === undefined || !scope.types.includes(question.type))) return false;
  if (scope.ids && !scope.ids.includes(question.id)) return false;
  if (!coversPaths(scope, question.servicePaths)) return false;
  return scope.id_pattern === undefined || ask(idMatcher(scope, scope.id_pattern), question.id);
}

/**
 * Permit when the permissions on entities together cover the entity and all attributes that are asked for. Names of types and
 * attributes are compared as they are written. As in `decide`, matching patterns is bounded.
 *
 * @param permissions  those of all the asker's roles in the asked application
 */
export function decideEntity(
  permissions: readonly CompiledPermission[],
  question: EntityQuestion,
): DecisionResult {
  const effort = new MatchEffort(DECISION_EFFORT);
  const ask: Ask = (matcher, text) => effort.mayMatch(matcher.size, text.length) && matcher.test(text);
  const covering = permissions.filter(({ rule }) => coversEntity(rule, question, ask));
  const whole = covering.find(({ rule }) => rule.entities?.attrs === undefined);
  if (whole) return { decision: 'Permit', permission: whole };
  const named = new Set(covering.flatMap(({ rule }) => rule.entities?.attrs ?? []));
  const isCovered = question.attributes.length > 0 && question.attributes.every((name) => named.has(name));
  if (isCovered) return { decision: 'Permit', permission: covering[0] };
  return { decision: 'Deny', permission: undefined, ...(effort.exhausted && { gaveUp: true }) };
}
