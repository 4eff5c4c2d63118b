import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../../../cli/options';
import { IotAgents } from '../../../../subjects/applications/iot-agents.service';
import { ConsentsService } from '../../../../subjects/consents/consents.service';
import { LoginService } from '../../../../subjects/users/login.service';

/** Who a token can stand for besides its client. */
export interface ResourceOwner {
  readonly type: 'user' | 'iot';
  readonly id: string;
}

/** Who may ask for tokens with a password: users, and the IoT agents of the application itself. */
@Injectable()
export class ResourceOwners {
  constructor(
    private readonly agents: IotAgents,
    private readonly logins: LoginService,
    private readonly consents: ConsentsService,
    @Inject(OPTIONS) private readonly options: Pick<Options, 'oauth'>,
  ) {}

  /**
   * Undefined when no such owner has this password. A user's consent is recorded: they gave their password.
   *
   * @throws TooMany or Busy
   */
  async authenticate(
    applicationId: string,
    name: string,
    password: string,
    address: string | undefined,
  ): Promise<ResourceOwner | undefined> {
    if (name.startsWith('iot_sensor_')) {
      const agent = await this.agents.authenticate(applicationId, name, password, address);
      return agent && { type: 'iot', id: agent.id };
    }
    const user = await this.logins.login(name, password, {
      address,
      through: 'password-grant',
      applicationId,
      // There is no place for a code, so a second factor would be worth nothing here. Nothing was given, so nothing is noted.
      admits: async ({ totpSecret }) =>
        totpSecret === null || this.options.oauth.secondFactorMayUsePasswordGrant,
    });
    if (!user) return undefined;
    await this.consents.record(user.id, applicationId);
    return { type: 'user', id: user.id };
  }
}
