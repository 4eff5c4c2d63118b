import { RE2JS } from 're2js';

const LONGEST_PATTERN = 1_000;
const CACHED_PATTERNS = 200;
const compiled = new Map<string, RE2JS | undefined>();

/** Compiles a regular expression that runs in linear time; undefined when it is not one. The latest ones are kept. */
export function findRegex(source: string): RE2JS | undefined {
  if (compiled.has(source)) return compiled.get(source);
  if (compiled.size >= CACHED_PATTERNS) compiled.clear();
  const regex = tryCompile(source);
  compiled.set(source, regex);
  return regex;
}

function tryCompile(source: string): RE2JS | undefined {
  if (source.length > LONGEST_PATTERN) return undefined;
  try {
    return RE2JS.compile(source);
  } catch {
    return undefined;
  }
}

/** Every match, from left to right. */
export function matchesOf(regex: RE2JS, text: string): string[] {
  const matcher = regex.matcher(text);
  const matches: string[] = [];
  while (matcher.find()) matches.push(matcher.group() ?? '');
  return matches;
}

const REFERENCE = /\$(?:\$|(\w+))/g;

/** Replaces every match; in the replacement `$1` and `$name` are groups (empty when there is none) and `$$` a dollar. */
export function replaceMatches(regex: RE2JS, text: string, replacement: string): string {
  const matcher = regex.matcher(text);
  let result = '';
  let done = 0;
  const group = (name: string): string => {
    try {
      return matcher.group(/^\d+$/.test(name) ? Number(name) : name) ?? '';
    } catch {
      return '';
    }
  };
  while (matcher.find()) {
    const expanded = replacement.replace(REFERENCE, (_all, name: string | undefined) =>
      name === undefined ? '$' : group(name),
    );
    result += text.slice(done, matcher.start()) + expanded;
    done = matcher.end();
  }
  return result + text.slice(done);
}
