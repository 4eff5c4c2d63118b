import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AuditLog } from '../audit/audit-log';
import { IotAgentRow } from '../../database/entities/application.row';
import { OPTIONS, type Options } from '../../cli/options';
import { AttemptLimiter } from '../../limits/attempt-limiter';
import { ConsentsService } from '../consents/consents.service';
import { LoginService } from './login.service';
import { PasswordHasher } from './password-hasher';

/** Who a token can stand for besides its client. */
export interface ResourceOwner {
  readonly type: 'user' | 'iot';
  readonly id: string;
}

/** Who may ask for tokens with a password: users, and the IoT agents of the application itself. */
@Injectable()
export class ResourceOwners {
  constructor(
    @InjectRepository(IotAgentRow) private readonly agents: Repository<IotAgentRow>,
    private readonly logins: LoginService,
    private readonly consents: ConsentsService,
    private readonly hasher: PasswordHasher,
    private readonly limiter: AttemptLimiter,
    @Inject(OPTIONS) private readonly options: Options,
    private readonly audit: AuditLog,
  ) {}

  /** Undefined when no such owner has this password. A user's consent is recorded: they gave their password. */
  async authenticate(
    applicationId: string,
    name: string,
    password: string,
    address: string | undefined,
  ): Promise<ResourceOwner | undefined> {
    if (name.startsWith('iot_sensor_')) return this.authenticateAgent(applicationId, name, password, address);
    const user = await this.logins.login(name, password, {
      address,
      through: 'password-grant',
      applicationId,
    });
    if (!user) return undefined;
    // There is no place for a code, so a second factor would be worth nothing here. Nothing was given, so nothing is noted.
    if (user.totpSecret !== null && !this.options.oauth.secondFactorMayUsePasswordGrant) return undefined;
    await this.consents.record(user.id, applicationId);
    return { type: 'user', id: user.id };
  }

  private async authenticateAgent(
    applicationId: string,
    id: string,
    password: string,
    address: string | undefined,
  ): Promise<ResourceOwner | undefined> {
    const agent = await this.agents.findOneBy({ id, applicationId });
    const owner = await this.limiter.reserve({ kind: 'secret' }, address, async () => {
      const { matches, needsRehash } = await this.hasher.check(agent?.passwordHash, password, address);
      if (!agent || !matches) return undefined;
      if (needsRehash)
        await this.agents.update({ id }, { passwordHash: await this.hasher.hash(password, address) });
      return { type: 'iot', id } as const;
    });
    if (!owner)
      this.audit.record({
        event: 'login',
        outcome: 'failure',
        applicationId,
        subject: id,
        address,
        details: { through: 'iot-agent' },
      });
    return owner;
  }
}
