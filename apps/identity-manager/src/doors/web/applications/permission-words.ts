import type { EntityScope } from '@smart-city/authz';
import type { PermissionRow } from '../../../database/entities/role.row';
import type { Visit } from '../../../pages/visit';
import { counted } from '@smart-city/messages';

/** Names of one kind that are told; the others are counted. */
const MOST_NAMES = 3;

/** Says what a permission permits in the language of the reader. */
export class PermissionWords {
  private readonly t: Visit['t'];
  private readonly and: Intl.ListFormat;
  private readonly or: Intl.ListFormat;

  constructor(
    { t, language }: Pick<Visit, 't' | 'language'>,
    private readonly mostNames = MOST_NAMES,
  ) {
    this.t = t;
    this.and = new Intl.ListFormat(language, { type: 'conjunction' });
    this.or = new Intl.ListFormat(language, { type: 'disjunction' });
  }

  /** `GET /v2/entities`, `read entities of type Room`; an XACML rule has no words. */
  rule({ action, resource, entities }: Pick<PermissionRow, 'action' | 'resource' | 'entities'>): string {
    if (entities !== null) return this.scope(entities);
    return action === null ? 'XACML' : `${action} ${resource ?? ''}`;
  }

  /** What may be done, to which entities, and to which of their attributes. */
  scope({ verbs, attrs = [], ...which }: EntityScope): string {
    const may = this.and.format(verbs.map((verb) => this.t(`scope.verb.${verb}`)));
    const whole = `${may} ${this.entities(which)}`;
    if (attrs.length === 0) return whole;
    return `${whole}, ${counted(this.t, 'scope.attrs', attrs.length, { names: this.some(attrs, this.and) })}`;
  }

  private entities({ types, ids, id_pattern, service_paths }: Omit<EntityScope, 'verbs'>): string {
    const named = { types, ids, id_pattern: id_pattern && [id_pattern], service_paths };
    const parts = Object.entries(named).flatMap(([part, names]) =>
      names ? [this.t(`scope.${part}`, { names: this.some(names, this.or) })] : [],
    );
    return parts.length === 0 ? this.t('scope.all') : `${this.t('scope.entities')} ${parts.join(', ')}`;
  }

  private some(names: readonly string[], list: Intl.ListFormat): string {
    if (names.length <= this.mostNames) return list.format(names);
    const others = this.t('scope.more', { count: names.length - this.mostNames });
    return list.format([...names.slice(0, this.mostNames), others]);
  }
}
