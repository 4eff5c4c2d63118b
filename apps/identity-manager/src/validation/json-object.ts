import { Described } from '../openapi/described';
import { rule, rules } from './rule';

export type JsonObject = Readonly<Record<string, unknown>>;

const longest = 16_000;

/** Databases refuse deep ones, each at a depth of its own; and whoever reads it again may run out of stack. */
const deepest = 50;

/** What a text says in JSON; undefined when it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What was sent as an object, or as the JSON text of one; anything else stays as it is. */
const valueOf = (sent: unknown): unknown =>
  typeof sent === 'string' && sent.length <= longest ? parsed(sent) : sent;

const isNothing = (sent: unknown) => sent === undefined || sent === null || sent === '';

/** Whether containers are nested no deeper; level by level, since recursion would need a stack as deep as the value. */
function isShallow(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return false;
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? (Object.values(item) as unknown[]) : [],
    );
  }
  return true;
}

/** An object of any members, or the same as JSON text, in which form command line clients send it. */
export const JsonObjectMember = () =>
  rules(
    rule('object', (sent) => isNothing(sent) || isObject(valueOf(sent))),
    rule('deep', (sent) => isNothing(sent) || isShallow(valueOf(sent))),
    rule('large', (sent) => isNothing(sent) || JSON.stringify(valueOf(sent)).length <= longest),
    Described({
      oneOf: [
        { type: 'object', additionalProperties: true },
        { type: 'string', description: 'The same as JSON text.' },
        { type: 'null' },
      ],
      required: false,
    }),
  );

/** The value of such a member; undefined when it says nothing. */
export function jsonObject(sent: JsonObject | string | null | undefined): JsonObject | null | undefined {
  if (sent === undefined || sent === null) return sent;
  const value = valueOf(sent);
  return isObject(value) ? value : undefined;
}
