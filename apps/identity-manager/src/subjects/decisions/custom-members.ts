import type { UserExtra } from '../../database/entities/user.row';

/** Members that the service reads itself, and that are told elsewhere or to nobody. */
const OWN: ReadonlySet<string> = new Set(['visible_attributes', 'identity_attributes', 'tfa']);
/** Names of what may be a secret. */
const SECRET = /secret|passw|token|tfa|otp|credential|private|(?:^|[_-])pin(?:$|[_-])|key$|^key|salt|hash/i;

/** What clients have put into a user's `extra`, without what may be a secret at any depth; null when nothing is left. */
export function customMembers(extra: UserExtra | null): Readonly<Record<string, unknown>> | null {
  const kept = withoutSecrets(extra ?? {}) as Readonly<Record<string, unknown>>;
  const custom = Object.entries(kept).filter(([name]) => !OWN.has(name));
  return custom.length === 0 ? null : Object.fromEntries(custom);
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  const open = Object.entries(value).filter(([name]) => !SECRET.test(name));
  return Object.fromEntries(open.map(([name, member]) => [name, withoutSecrets(member)] as const));
}
