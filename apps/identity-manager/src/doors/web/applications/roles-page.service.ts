import { Inject, Injectable } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { OPTIONS, type Options } from '../../../cli/options';
import type { RoleRow } from '../../../database/entities/role.row';
import { ENTITY_VERBS } from '@smart-city/authz';
import { foldText } from '@smart-city/lists';
import type { FormErrors } from '../../../pages/form';
import type { Visit } from '../../../pages/visit';
import { RoleOverviews } from '../../../subjects/roles/role-overview.service';
import { applicationOf, frameOf } from './application-frame';
import {
  PERMISSION_KINDS,
  permissionFieldNames,
  permissionKind,
  verbs,
  type PermissionFields,
} from './permission-form';
import { PermissionWords } from './permission-words';
import { TryOut, type Trial } from './try-out.service';

/** Boxes, and permissions that they are of: more would not fit into one form; then one role is shown at a time. */
const mostFields = 600;

/** Permissions of that role in one form. */
const PERMISSIONS_AT_ONCE = 100;

/** What was typed into the one form of the page that was sent. */
interface TypedValues extends Partial<PermissionFields> {
  readonly role_name?: string;
  readonly name?: string;
}

/** The page of roles and permissions: the grid, what was tried out, and the forms, each of which shows it again with its problems. */
@Injectable()
export class RolesPage {
  constructor(
    private readonly overviews: RoleOverviews,
    private readonly tryOut: TryOut,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  async show(
    visit: Visit,
    request: ApiRequest,
    errors: FormErrors = {},
    values: TypedValues = {},
  ): Promise<void> {
    const { id } = applicationOf(request);
    const { overview, ...grid } = await this.gridOf(id, visit);
    const trial = trialOf(visit);
    const view = {
      ...frameOf(request, 'roles'),
      ...overview,
      ...grid,
      verbs,
      ...{ kinds: PERMISSION_KINDS, kind: values.kind ?? permissionKind(visit.query('kind')) },
      entityVerbs: ENTITY_VERBS,
      permissionFields: Object.values(permissionFieldNames),
      words: new PermissionWords(visit),
      level: this.options.pdp.level,
      ...rolesFound(overview.roles, visit),
      trial,
      result: trial.resource === '' ? undefined : await this.tryOut.ask(id, overview.roles, trial),
      errors,
      values,
    };
    visit.show('applications/roles', view, Object.keys(errors).length > 0 ? 422 : 200);
  }

  /** The whole, where it fits into one form; else one role, and some of the permissions. */
  private async gridOf(applicationId: string, visit: Visit) {
    const { roles, permissions } = await this.overviews.numbers(applicationId);
    if ((roles + 1) * permissions <= mostFields) {
      const overview = await this.overviews.of(applicationId);
      return { overview, fits: true, shown: overview.roles, page: 1, pageCount: 1 };
    }
    const pageCount = Math.max(1, Math.ceil(permissions / PERMISSIONS_AT_ONCE));
    const { role, page: asked } = gridPlaceOf(visit);
    const page = Math.min(asked, pageCount);
    const part = { limit: PERMISSIONS_AT_ONCE, offset: (page - 1) * PERMISSIONS_AT_ONCE };
    const overview = await this.overviews.part(applicationId, part);
    const one = overview.roles.find(({ id }) => id === role) ?? overview.roles[0];
    return { overview, fits: false, shown: one ? [one] : [], page, pageCount };
  }
}

/** Which part of the grid an address names. */
export function gridPlaceOf(visit: Visit): { readonly role: string; readonly page: number } {
  const page = visit.query('page');
  return { role: visit.query('role').slice(0, 128), page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1 };
}

/** Roles that the page lists; a search finds the others. */
const MOST_LISTED = 50;

/** The roles of that name, whatever its case and accents. */
function rolesFound(roles: readonly RoleRow[], visit: Visit) {
  const find = visit.query('find').trim().slice(0, 255);
  const part = foldText(find);
  const all = roles.filter(({ name }) => foldText(name).includes(part));
  return { find, foundRoles: all.slice(0, MOST_LISTED), foundCount: all.length };
}

const trialOf = (visit: Visit): Trial => ({
  action: visit.query('action') || 'GET',
  resource: visit.query('resource').trim().slice(0, 2000),
  serviceHeader: visit.query('service').trim().slice(0, 255),
  user: visit.query('user').trim().slice(0, 255),
});
