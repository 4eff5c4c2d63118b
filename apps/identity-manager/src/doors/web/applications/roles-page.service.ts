import { Inject, Injectable } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { OPTIONS, type Options } from '../../../cli/options';
import { ENTITY_VERBS } from '@smart-city/authz';
import type { FormErrors } from '../../../pages/form';
import type { Visit } from '../../../pages/visit';
import { RoleOverviews, type RoleOverview } from '../../../subjects/roles/role-overview.service';
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

/** More boxes would not fit into one form; then one role is shown at a time. */
const mostBoxes = 600;

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
    const overview = await this.overviews.of(id);
    const trial = trialOf(visit);
    const view = {
      ...frameOf(request, 'roles'),
      ...overview,
      ...shownRoles(overview, visit.query('role')),
      verbs,
      ...{ kinds: PERMISSION_KINDS, kind: values.kind ?? permissionKind(visit.query('kind')) },
      entityVerbs: ENTITY_VERBS,
      permissionFields: Object.values(permissionFieldNames),
      words: new PermissionWords(visit),
      level: this.options.pdp.level,
      trial,
      result: trial.resource === '' ? undefined : await this.tryOut.ask(id, overview.roles, trial),
      errors,
      values,
    };
    visit.show('applications/roles', view, Object.keys(errors).length > 0 ? 422 : 200);
  }
}

function shownRoles({ roles, permissions }: RoleOverview, wanted: string) {
  const fits = roles.length * permissions.length <= mostBoxes;
  const one = roles.find(({ id }) => id === wanted) ?? roles[0];
  return { fits, shown: fits || !one ? roles : [one] };
}

const trialOf = (visit: Visit): Trial => ({
  action: visit.query('action') || 'GET',
  resource: visit.query('resource').trim().slice(0, 2000),
  serviceHeader: visit.query('service').trim().slice(0, 255),
  user: visit.query('user').trim().slice(0, 255),
});
