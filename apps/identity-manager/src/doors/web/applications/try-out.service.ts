import { Inject, Injectable } from '@nestjs/common';
import { AccessService, type RoleRef } from '../../../subjects/decisions/access.service';
import { AzfDomains } from '../../../subjects/decisions/azf-domains';
import type { Decision } from '../../../subjects/decisions/decision';
import { DECISION_POINT, type DecisionPoint } from '../../../subjects/decisions/decision-point';
import { entityGrants, type EntityGrant } from '../../../subjects/decisions/entity-grants';
import { HeldRolesRepository } from '../../../subjects/roles/held-roles.repository';
import { UsersService } from '../../../subjects/users/users.service';

export interface Trial {
  readonly action: string;
  readonly resource: string;
  readonly serviceHeader: string;
  /** E-mail address or user name; empty asks for everybody. */
  readonly user: string;
}

interface Verdict {
  readonly decision: Decision;
  /** Name of the permission that permits. */
  readonly because: string | undefined;
  /** With Deny: what a context broker allows nevertheless, which asks for permissions on entities. */
  readonly grants: readonly EntityGrant[];
}

export interface RoleVerdict extends Verdict {
  readonly role: RoleRef;
}

export interface UserVerdict extends Verdict {
  readonly username: string;
  /** The user's roles that permit, own ones and those of organizations. */
  readonly through: readonly string[];
  readonly roles: readonly string[];
}

export interface TrialResult {
  readonly roles: readonly RoleVerdict[];
  /** The named user, or everybody with a role of their own; at most 50. */
  readonly users: readonly UserVerdict[];
  readonly unknownUser: boolean;
}

const mostUsers = 50;

/** Answers "who may do this, and why" by the configured decision point, without counting it as a decision. */
@Injectable()
export class TryOut {
  constructor(
    private readonly access: AccessService,
    private readonly domains: AzfDomains,
    private readonly users: UsersService,
    private readonly held: HeldRolesRepository,
    @Inject(DECISION_POINT) private readonly decisionPoint: DecisionPoint,
  ) {}

  async ask(applicationId: string, roles: readonly RoleRef[], trial: Trial): Promise<TrialResult> {
    const verdicts = await Promise.all(roles.map((role) => this.ofRole(applicationId, role, trial)));
    const named = trial.user === '' ? undefined : await this.users.findByLogin(trial.user);
    const ids = named
      ? [named.id]
      : trial.user === ''
        ? await this.held.usersIn(applicationId, mostUsers)
        : [];
    const users = await Promise.all(ids.map((id) => this.ofUser(applicationId, id, verdicts, trial)));
    return {
      roles: verdicts,
      users: users
        .filter((one) => one !== undefined)
        .sort((left, right) => left.username.localeCompare(right.username)),
      unknownUser: trial.user !== '' && !named,
    };
  }

  private async ofRole(applicationId: string, role: RoleRef, trial: Trial): Promise<RoleVerdict> {
    const permissions = await this.access.permissionsOf(applicationId, [role.id]);
    return { role, ...(await this.decide(applicationId, '', [role], permissions, trial)) };
  }

  private async ofUser(
    applicationId: string,
    userId: string,
    verdicts: readonly RoleVerdict[],
    trial: Trial,
  ): Promise<UserVerdict | undefined> {
    const user = await this.users.findById(userId);
    if (!user) return undefined;
    const access = await this.access.accessOf(userId, applicationId);
    const roles = [...access.roles, ...access.organizations.flatMap((organization) => organization.roles)];
    const verdict = await this.decide(applicationId, userId, roles, access.permissions, trial);
    const permitting = new Set(
      verdicts.filter((one) => one.decision === 'Permit').map(({ role }) => role.id),
    );
    const names = (wanted: readonly RoleRef[]) => [...new Set(wanted.map(({ name }) => name))];
    return {
      username: user.username,
      ...verdict,
      through: names(roles.filter(({ id }) => permitting.has(id))),
      roles: names(roles),
    };
  }

  private async decide(
    applicationId: string,
    userId: string,
    roles: readonly RoleRef[],
    permissions: Parameters<DecisionPoint['decide']>[0]['permissions'],
    { action, resource, serviceHeader: service }: Trial,
  ): Promise<Verdict> {
    const azfDomain = await this.domains.of(applicationId);
    const request = { action, resource, serviceHeader: service === '' ? undefined : service };
    const { decision, permission } = await this.decisionPoint.decide({
      applicationId,
      azfDomain,
      userId,
      roles,
      permissions,
      request,
      isTrial: true,
    });
    const grants = decision === 'Permit' ? [] : entityGrants(permissions, request);
    return { decision, because: permission?.rule.name, grants };
  }
}
