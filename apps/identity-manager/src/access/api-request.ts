import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { ApplicationRow, IotAgentRow, PepProxyRow } from '../database/entities/application.row';
import type { OrganizationRole, OrganizationRow } from '../database/entities/organization.row';
import { refuseInternal } from '../subjects/roles/refuse-internal';
import type { Actor } from '../subjects/audit/actor';
import { traceOf } from '../service/trace-request';
import type { OwnedPermissions } from '../subjects/roles/owned-permissions.service';
import type { PermissionRow, RoleRow } from '../database/entities/role.row';
import type { UserRow } from '../database/entities/user.row';

/** What the path of a request names, loaded and found to belong together. */
export interface PathObjects {
  application?: ApplicationRow;
  trustedApplication?: ApplicationRow;
  iotAgent?: IotAgentRow;
  role?: RoleRow;
  permission?: PermissionRow;
  user?: UserRow;
  organization?: OrganizationRow;
  organizationRole?: OrganizationRole;
}

/** What the guard leaves for the handler. */
export interface ApiRequest extends Request {
  caller?: UserRow;
  pepProxy?: PepProxyRow;
  /** When the caller gave the password that the API token goes back to; milliseconds. */
  passwordAt?: number;
  objects?: PathObjects;
  /** The caller's permissions in the application of the path. */
  owned?: OwnedPermissions;
}

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<ApiRequest>();

function present<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`the route has no ${what}`);
  return value;
}

/** The user who asks. */
export const Caller = createParamDecorator((_data: unknown, context: ExecutionContext): UserRow =>
  present(requestOf(context).caller, 'caller'),
);

/** Who does what the request asks for; verbs of the subjects take it. */
export function actorOf(request: ApiRequest): Actor {
  const { caller, passwordAt, ip: address } = request;
  return { user: present(caller, 'caller'), address, passwordAt, trace: traceOf(request) };
}

/** {@link actorOf} as a parameter of a handler. */
export const Acting = createParamDecorator((_data: unknown, context: ExecutionContext): Actor =>
  actorOf(requestOf(context)),
);

/** The caller's permissions in the application that the path names. */
export const Owned = createParamDecorator((_data: unknown, context: ExecutionContext): OwnedPermissions =>
  present(requestOf(context).owned, 'application'),
);

/** Something that the path names; the guard has loaded it. */
export const FromPath = createParamDecorator((name: keyof PathObjects, context: ExecutionContext) =>
  present(requestOf(context).objects?.[name], name),
);

/** {@link FromPath} for handlers that change it. @throws Forbidden for the service's own, before the body is looked at */
export const OwnFromPath = createParamDecorator((name: 'role' | 'permission', context: ExecutionContext) => {
  const row = present(requestOf(context).objects?.[name], name);
  refuseInternal(row);
  return row;
});
