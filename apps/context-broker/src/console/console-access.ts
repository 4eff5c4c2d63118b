import { Injectable, Optional } from '@nestjs/common';
import { EnforcementGuard } from '../operations/authz/enforcement.guard';
import { PageFault } from './page-fault';
import type { Visit } from './visit';

const EVERYWHERE = '/#';

/**
 * With `-authz`, pages show and do for a person what the same person could do with the interface: whoever may see a page
 * of the console need not be allowed to read the entities of every service.
 */
@Injectable()
export class ConsoleAccess {
  constructor(@Optional() private readonly guard?: EnforcementGuard) {}

  /** Whether the person may read this in the service and service path of the visit. */
  mayRead(visit: Visit, resource: string): Promise<boolean> {
    return this.permits(visit, 'GET', resource, visit.servicePath);
  }

  /** Whether the person may read this in all service paths of the service: for what is shown without asking where it lives. */
  mayReadEverywhere(visit: Visit, resource: string): Promise<boolean> {
    return this.permits(visit, 'GET', resource, EVERYWHERE);
  }

  /** @throws NgsiError  403 for what the person may not read */
  async requireRead(visit: Visit, resource: string): Promise<void> {
    if (!(await this.mayRead(visit, resource))) throw forbidden('GET', resource);
  }

  /**
   * For what is found by its id wherever it lives, as the interface finds subscriptions and registrations: the service path
   * of the visit says nothing.
   *
   * @throws NgsiError  403 for what the person may not read
   */
  async requireReadById(visit: Visit, resource: string): Promise<void> {
    if (!(await this.mayReadEverywhere(visit, resource))) throw forbidden('GET', resource);
  }

  /** @throws NgsiError  403 for what the person may not change, wherever it lives */
  async requireChange(visit: Visit, resource: string): Promise<void> {
    if (!(await this.permits(visit, 'PATCH', resource, EVERYWHERE))) throw forbidden('PATCH', resource);
  }

  private async permits(
    { request, tenant }: Visit,
    action: string,
    resource: string,
    servicePath: string,
  ): Promise<boolean> {
    if (this.guard === undefined) return true;
    return this.guard.permits(request, { action, resource, service: tenant, servicePaths: [servicePath] });
  }
}

const forbidden = (action: string, resource: string): PageFault =>
  new PageFault('Forbidden', 'fault.roles', { action, resource });
