import { compileBounded, PatternTooLarge } from '@smart-city/patterns';
import { RE2JS } from 're2js';
import type { EntityScope } from '@smart-city/authz';

/** A permission as it is stored, reduced to what a decision needs. */
export interface PermissionRule {
  readonly id: string;
  readonly name: string;
  readonly action: string | null;
  readonly resource: string | null;
  readonly isRegex: boolean;
  readonly authorizationServiceHeader: string | null;
  readonly useAuthorizationServiceHeader: boolean;
  readonly regexEntityIds: string | null;
  readonly regexAttributes: string | null;
  readonly regexTypes: string | null;
  /** A permission on entities, which decides nothing by itself: `entity-grants.ts`. */
  readonly entities: EntityScope | null;
}

/** Whether a text matches, and what asking costs at worst. */
export interface TextMatcher {
  /** Instructions run per character; 0 for a plain comparison. */
  readonly size: number;
  test(text: string): boolean;
}

const longestPattern = 2000;

/**
 * Compiles a pattern with Keyrock's meaning: no anchors, letter case ignored. The engine needs linear time, so it has no
 * look-around and no back references; and the compiled pattern is of bounded size.
 *
 * @throws PatternError when it cannot be used
 */
function compilePattern(pattern: string): TextMatcher {
  if (pattern.length > longestPattern) throw new PatternError('large');
  try {
    // JavaScript escapes such as `\/` that RE2 does not know stand for the character itself.
    const compiled = compileBounded(RE2JS.translateRegExp(pattern), { ignoreCase: true });
    return { size: compiled.programSize(), test: (text) => compiled.test(text) };
  } catch (error) {
    throw new PatternError(error instanceof PatternTooLarge ? 'large' : 'malformed');
  }
}

/** Why a pattern cannot be used: too large to be matched in time; or malformed, or in need of what the engine has not. */
export type PatternFault = 'large' | 'malformed';

class PatternError extends Error {
  constructor(readonly fault: PatternFault) {
    super(fault);
  }
}

/** What is wrong with a pattern that somebody wants to store; undefined when it can be used. */
export function patternFault(pattern: string): PatternFault | undefined {
  try {
    compilePattern(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof PatternError) return error.fault;
    throw error;
  }
}

const never: TextMatcher = { size: 0, test: () => false };
const always: TextMatcher = { size: 0, test: () => true };

/** A permission ready to be asked. */
export interface CompiledPermission {
  readonly rule: PermissionRule;
  /** The verb in upper case; null matches none. */
  readonly action: string | null;
  readonly matchesResource: TextMatcher;
  readonly matchesEntityId: TextMatcher;
  readonly matchesAttribute: TextMatcher;
  readonly matchesType: TextMatcher;
}

/** A stored pattern that cannot be used (of an imported database, or of an older release) covers nothing. */
const patternOrNever = (pattern: string) => {
  try {
    return compilePattern(pattern);
  } catch (error) {
    if (error instanceof PatternError) return never;
    throw error;
  }
};

const patternOrAlways = (pattern: string | null) => (pattern ? patternOrNever(pattern) : always);

function resourceMatcher({ resource, isRegex }: PermissionRule): TextMatcher {
  if (resource === null) return never;
  return isRegex ? patternOrNever(resource) : { size: 0, test: (asked) => asked === resource };
}

export function compilePermission(rule: PermissionRule): CompiledPermission {
  return {
    rule,
    action: rule.action === null ? null : rule.action.toUpperCase(),
    matchesResource: resourceMatcher(rule),
    matchesEntityId: patternOrAlways(rule.regexEntityIds),
    matchesAttribute: patternOrAlways(rule.regexAttributes),
    matchesType: patternOrAlways(rule.regexTypes),
  };
}
