import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { isDuplicate } from '../../database/database-errors';
import type { ApplicationRow, PepProxyRow } from '../../database/entities/application.row';
import { Conflict, NotFound } from '../../faults/faults';
import type { Clock } from '../../service/clock';
import { Caches } from '../../service/timed-cache';
import { CLOCK } from '../../service/tokens';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { PasswordHasher } from '../users/password-hasher';
import { MachineAccountsRepository } from './machine-accounts.repository';
import type { NewMachineAccount } from './new-machine-account';

type Application = Pick<ApplicationRow, 'id'>;

const newName = () => `pep_proxy_${randomUUID()}`;

/** Accounts of PEP proxies, at most one per application. Doors ask before whether the actor manages the application. */
@Injectable()
export class PepProxies {
  constructor(
    private readonly accounts: MachineAccountsRepository,
    private readonly hasher: PasswordHasher,
    private readonly caches: Caches,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  find({ id }: Application): Promise<PepProxyRow | null> {
    return this.accounts.proxyOf(id);
  }

  /** @throws NotFound when the application has none */
  async get(application: Application): Promise<PepProxyRow> {
    const proxy = await this.find(application);
    if (!proxy) throw new NotFound('pepProxy');
    return proxy;
  }

  /** @throws Conflict when the application has one already */
  async create(actor: Actor, application: Application): Promise<NewMachineAccount> {
    const taken = () => new Conflict('', 'pepProxyExists');
    if (await this.find(application)) throw taken();
    const account = { id: newName(), password: newName() };
    const passwordHash = await this.hasher.hash(account.password);
    const proxy = {
      id: account.id,
      passwordHash,
      applicationId: application.id,
      createdAt: this.clock.now(),
    };
    try {
      await this.accounts.addProxy(proxy);
    } catch (error) {
      if (isDuplicate(error)) throw taken();
      throw error;
    }
    this.record(actor, 'pep-proxy.create', proxy);
    return account;
  }

  /** A new password; API tokens got with the old one end. @throws NotFound when the application has no proxy */
  async resetPassword(actor: Actor, application: Application): Promise<NewMachineAccount> {
    const proxy = await this.get(application);
    const password = newName();
    await this.accounts.setProxyPassword(proxy.id, await this.hasher.hash(password));
    this.caches.clear();
    this.record(actor, 'pep-proxy.password', proxy);
    return { id: proxy.id, password };
  }

  /** @throws NotFound when the application has none */
  async delete(actor: Actor, application: Application): Promise<void> {
    const proxy = await this.get(application);
    await this.accounts.deleteProxy(proxy.id);
    this.caches.clear();
    this.record(actor, 'pep-proxy.delete', proxy);
  }

  private record(actor: Actor, event: string, { id: subject, applicationId }: PepProxyRow): void {
    this.audit.recordDone(actor, event, { applicationId, subject });
  }
}
