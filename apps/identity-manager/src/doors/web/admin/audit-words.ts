import type { Translate } from '@smart-city/messages';
import type { Named } from '../../../subjects/audit/audit-names.repository';
import type { AuditLine } from '../../../subjects/audit/audit-reader.service';

/** One fact of an entry, in the reader's language. */
interface Detail {
  readonly label: string;
  readonly text: string;
  /** Where an administrator reads more about what it names. */
  readonly href?: string | undefined;
}

/** Returns the page of an administrator about something; of roles and permissions, the entries about it. */
function hrefOf(id: string, { kind }: Named): string {
  const key = encodeURIComponent(id);
  if (kind === 'user') return `/idm/admins/users/${key}`;
  if (kind === 'organization') return `/idm/organizations/${key}`;
  if (kind === 'application') return `/idm/admins/applications/${key}`;
  return `/idm/admins/audit?about=${key}`;
}

/** Details that hold the id of something with a name. */
const idsOf: ReadonlySet<string> = new Set(['role', 'user', 'permission', 'copyOf']);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/** Says entries of the audit log in words: their names in the log are for programs. */
export class AuditWords {
  /** @param named  names by id, as far as there are any */
  constructor(
    private readonly t: Translate,
    private readonly named: ReadonlyMap<string, Named>,
  ) {}

  /** What an entry is about, by its name where it has one. */
  subject({ subject }: Pick<AuditLine, 'subject'>): string | null {
    return subject === null ? null : (this.named.get(subject)?.name ?? subject);
  }

  /** Where more about what an id stands for is read; undefined for what is gone or has no page. */
  href(id: string | null): string | undefined {
    const named = id === null ? undefined : this.named.get(id);
    return id === null || named === undefined ? undefined : hrefOf(id, named);
  }

  details({ details }: Pick<AuditLine, 'details'>): readonly Detail[] {
    return details.flatMap(([name, value]) => this.detail(name, parsed(value)));
  }

  private detail(name: string, value: unknown): readonly Detail[] {
    if (value === null || value === '' || value === undefined) return [];
    // What nearly every token is goes without saying.
    if (name === 'permanent' && value === false) return [];
    // What was searched for is told part by part.
    if (typeof value === 'object' && !Array.isArray(value))
      return Object.entries(value).flatMap(([part, text]) => this.detail(part, text));
    const href = idsOf.has(name) && typeof value === 'string' ? this.href(value) : undefined;
    return [{ label: this.word(`detail.${name}`, name), text: this.text(name, value), href }];
  }

  private text(name: string, value: unknown): string {
    if (Array.isArray(value)) return value.map((each) => this.text(name, each)).join(', ');
    if (typeof value === 'boolean') return this.t(value ? 'list.yes' : 'list.no');
    const text = String(value);
    if (idsOf.has(name) && this.named.has(text)) return this.named.get(text)?.name ?? text;
    if (name === 'grantType') return this.word(`grant.${text}`, text);
    return this.word(`detail.${name}.${text}`, text);
  }

  /** A message, or the word of the log where there is none. */
  private word(key: string, otherwise: string): string {
    const text = this.t(key);
    return text === key ? otherwise : text;
  }
}
