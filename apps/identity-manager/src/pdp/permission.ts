import { RE2JS } from 're2js';

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
}

/** Whether a text matches; linear in the length of the text, whatever the pattern. */
export type TextMatcher = (text: string) => boolean;

const longestPattern = 2000;

/**
 * Compiles a pattern with Keyrock's meaning: no anchors, letter case ignored. The engine needs linear time, so a
 * hostile pattern cannot stop the service; it has no look-around and no back references.
 *
 * @returns undefined when the pattern is malformed, too long, or needs what the engine has not
 */
export function compilePattern(pattern: string): TextMatcher | undefined {
  if (pattern.length > longestPattern) return undefined;
  try {
    // JavaScript escapes such as `\/` that RE2 does not know stand for the character itself.
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern), RE2JS.CASE_INSENSITIVE);
    return (text) => compiled.matcher(text).find();
  } catch {
    return undefined;
  }
}

const never: TextMatcher = () => false;
const always: TextMatcher = () => true;

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

const patternOrAlways = (pattern: string | null) => (pattern ? (compilePattern(pattern) ?? never) : always);

function resourceMatcher({ resource, isRegex }: PermissionRule): TextMatcher {
  if (resource === null) return never;
  return isRegex ? (compilePattern(resource) ?? never) : (asked) => asked === resource;
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
