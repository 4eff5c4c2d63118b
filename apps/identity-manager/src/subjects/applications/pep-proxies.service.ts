import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { isDuplicate } from '../../database/database-errors';
import type { ApplicationRow, PepProxyRow } from '../../database/entities/application.row';
import { Conflict, NotFound } from '../../faults/faults';
import { AttemptLimiter } from '../../limits/attempt-limiter';
import type { Clock } from '../../service/clock';
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
    private readonly limiter: AttemptLimiter,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  find({ id }: Application): Promise<PepProxyRow | null> {
    return this.accounts.proxyOf(id);
  }

  /** The account of this id, whatever its application. */
  findById(id: string): Promise<PepProxyRow | null> {
    return this.accounts.findProxy(id);
  }

  /**
   * Whether this is the proxy's password. Stores a new hash when the old one is of an older form.
   *
   * @throws TooMany or Busy
   */
  async authenticate(proxy: PepProxyRow, password: string, address: string | undefined): Promise<boolean> {
    const right = await this.limiter.reserve({ kind: 'secret' }, address, async () => {
      const { matches, needsRehash } = await this.hasher.check(proxy.passwordHash, password, address);
      if (needsRehash) await this.accounts.rehashProxy(proxy, await this.hasher.hash(password, address));
      return matches;
    });
    if (right) return true;
    const { id: subject, applicationId } = proxy;
    const details = { through: 'pep-proxy' };
    this.audit.record({ event: 'login', outcome: 'failure', applicationId, subject, address, details });
    return false;
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
    this.record(actor, 'pep-proxy.password', proxy);
    return { id: proxy.id, password };
  }

  /** @throws NotFound when the application has none */
  async delete(actor: Actor, application: Application): Promise<void> {
    const proxy = await this.get(application);
    await this.accounts.deleteProxy(proxy.id);
    this.record(actor, 'pep-proxy.delete', proxy);
  }

  private record(actor: Actor, event: string, { id: subject, applicationId }: PepProxyRow): void {
    this.audit.recordDone(actor, event, { applicationId, subject });
  }
}
