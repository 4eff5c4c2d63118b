import { readFileSync } from 'node:fs';
import { isJsonArray, isJsonObject, parseJson, type JsonValue } from '@smart-city/context';
import { errorMessage } from '@smart-city/service';
import type { HistoryRules } from './history-rules';

/** Rule for some types; absent members mean all. */
interface TypeRule {
  readonly type?: string;
  readonly attrs?: ReadonlySet<string>;
}

/** Rules of a tenant that the file does not name. */
const OTHERS = '*';
const MEMBERS = new Set(['type', 'attrs']);

/**
 * The rules of `-history`: undefined for `off`. A file is an object of lists of rules by tenant (`*` for all others, the empty
 * name for the default one); an attribute is kept where one of the rules names its type and itself.
 *
 * @example
 * { "smartcity": [{ "type": "Room", "attrs": ["temperature"] }, { "type": "Car" }], "*": [] }
 * @throws Error  with the file and what is wrong with it
 */
export function readHistoryRules(option: string, days: number): HistoryRules | undefined {
  if (option === 'off') return undefined;
  if (option === 'on') return { days, keeps: () => true };
  try {
    const rules = rulesOf(parseJson(readFileSync(option, 'utf8')));
    return { days, keeps: (tenant, type, attr) => keeps(rules.get(tenant) ?? rules.get(OTHERS), type, attr) };
  } catch (cause) {
    throw new Error(`-history ${option}: ${errorMessage(cause)}`, { cause });
  }
}

const keeps = (rules: readonly TypeRule[] = [], type: string, attr: string): boolean =>
  rules.some((rule) => (rule.type ?? type) === type && (rule.attrs?.has(attr) ?? true));

function rulesOf(json: JsonValue): ReadonlyMap<string, readonly TypeRule[]> {
  if (!isJsonObject(json)) throw new Error('the file is no object of rules by tenant');
  return new Map([...json].map(([tenant, list]) => [tenant.toLowerCase(), listOf(tenant, list)]));
}

function listOf(tenant: string, list: JsonValue): readonly TypeRule[] {
  if (!isJsonArray(list)) throw new Error(`'${tenant}' has no list of rules`);
  return list.map((rule) => ruleOf(tenant, rule));
}

function ruleOf(tenant: string, rule: JsonValue): TypeRule {
  if (!isJsonObject(rule)) throw new Error(`a rule of '${tenant}' is no object`);
  for (const name of rule.keys())
    if (!MEMBERS.has(name)) throw new Error(`a rule of '${tenant}' has the unknown member ${name}`);
  const type = rule.get('type');
  const attrs = rule.get('attrs');
  if (type !== undefined && typeof type !== 'string') throw new Error(`a type of '${tenant}' is no text`);
  if (attrs !== undefined && !isListOfTexts(attrs))
    throw new Error(`attrs of '${tenant}' is no list of names`);
  return { ...(type !== undefined && { type }), ...(attrs !== undefined && { attrs: new Set(attrs) }) };
}

const isListOfTexts = (value: JsonValue): value is string[] =>
  isJsonArray(value) && value.every((one) => typeof one === 'string');
