import { Injectable, Optional } from '@nestjs/common';
import { NgsiError } from '@smart-city/ngsi';
import { EnforcementGuard } from '../authz/enforcement.guard';
import type { Visit } from './visit';

/**
 * With `-authz`, pages show and do for a person what the same person could do with the interface: whoever may see a page
 * of the console need not be allowed to read the entities of every service.
 */
@Injectable()
export class ConsoleAccess {
  constructor(@Optional() private readonly guard?: EnforcementGuard) {}

  /** Whether the person may read this in the service and service path of the visit. */
  async mayRead({ request, tenant, servicePath }: Visit, resource: string): Promise<boolean> {
    if (this.guard === undefined) return true;
    return this.guard.permits(request, {
      action: 'GET',
      resource,
      service: tenant,
      servicePaths: [servicePath],
    });
  }

  /** @throws NgsiError  403 for what the person may not read */
  async requireRead(visit: Visit, resource: string): Promise<void> {
    if (!(await this.mayRead(visit, resource))) throw forbidden('GET', resource);
  }

  /** @throws NgsiError  403 for what the person may not change */
  async requireChange({ request, tenant }: Visit, resource: string): Promise<void> {
    const question = { action: 'PATCH', resource, service: tenant, servicePaths: ['/#'] };
    if (this.guard !== undefined && !(await this.guard.permits(request, question)))
      throw forbidden('PATCH', resource);
  }
}

const forbidden = (action: string, resource: string): NgsiError =>
  new NgsiError('Forbidden', `your roles do not permit ${action} ${resource} in this service`);
