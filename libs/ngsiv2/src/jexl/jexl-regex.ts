import { compileBounded } from '@smart-city/patterns';
import type { RE2JS } from 're2js';
import { matchEffort, spend, spendText } from './jexl-budget';
import { JexlError } from './jexl-tree';

const LONGEST_PATTERN = 1_000;
const CACHED_PATTERNS = 200;
const compiled = new Map<string, RE2JS | undefined>();

/**
 * Compiles a regular expression that runs in linear time and is of bounded size; undefined when it is not one. The
 * latest ones are kept.
 */
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
    return compileBounded(source);
  } catch {
    return undefined;
  }
}

interface Match {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The text of a group by number or name; empty when there is none. */
  readonly group: (name: string) => string;
}

/** @throws JexlError when finding the matches costs more than a notification may wait for */
function* matchesIn(regex: RE2JS, text: string): Generator<Match> {
  const matcher = regex.matcher(text);
  const group = (name: string) => {
    try {
      return matcher.group(/^\d+$/.test(name) ? Number(name) : name) ?? '';
    } catch {
      return '';
    }
  };
  const size = regex.programSize();
  const effort = matchEffort();
  let end = 0;
  for (;;) {
    if (!effort.mayMatch(size, text.length - end))
      throw new JexlError('the regular expression takes too long');
    if (!matcher.find()) return;
    end = matcher.end();
    spend(1);
    yield { start: matcher.start(), end, text: matcher.group() ?? '', group };
  }
}

/** Every match, from left to right. @throws JexlError when that takes too long */
export function matchesOf(regex: RE2JS, text: string): string[] {
  return [...matchesIn(regex, text)].map((match) => match.text);
}

const REFERENCE = /\$(?:\$|(\w+))/g;

/**
 * Replaces every match; in the replacement `$1` and `$name` are groups (empty when there is none) and `$$` a dollar.
 *
 * @throws JexlError when that takes too long
 */
export function replaceMatches(regex: RE2JS, text: string, replacement: string): string {
  let result = '';
  let done = 0;
  for (const { start, end, group } of matchesIn(regex, text)) {
    const expanded = replacement.replace(REFERENCE, (_all, name: string | undefined) =>
      name === undefined ? '$' : group(name),
    );
    spendText(expanded.length);
    result += text.slice(done, start) + expanded;
    done = end;
  }
  return result + text.slice(done);
}
