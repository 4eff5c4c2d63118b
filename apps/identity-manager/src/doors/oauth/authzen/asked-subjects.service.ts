import { Injectable } from '@nestjs/common';
import { loginNameOf } from '../../../database/login-name';
import { Caches, type TimedCache } from '../../../service/timed-cache';
import type { Client } from '../../../subjects/applications/client';
import { ClientsService } from '../../../subjects/applications/clients.service';
import { StateChanges } from '../../../subjects/changes/state-changes';
import { UserFactsService } from '../../../subjects/decisions/user-facts.service';
import { AccessTokensService } from '../../../subjects/tokens/access-tokens.service';
import { isFor } from '../../../subjects/tokens/at-jwts';
import { UsersRepository } from '../../../subjects/users/users.repository';
import type { Evaluation } from './evaluation';

const PREFIXED = /^(id|username|email):(.*)$/su;

/** Users whom questions are about. */
@Injectable()
export class AskedSubjects {
  /** Ids of users by `username:` or `email:` and what was asked for; those who are not found are not remembered. */
  private readonly named: TimedCache<string>;

  constructor(
    private readonly facts: UserFactsService,
    private readonly users: UsersRepository,
    private readonly tokens: AccessTokensService,
    private readonly clients: ClientsService,
    caches: Caches,
    changes: StateChanges,
  ) {
    this.named = caches.create();
    for (const name of ['user', 'user deleted'] as const)
      changes.on(name, ({ userId }) => this.named.forgetWhere((_key, id) => id === userId));
  }

  /**
   * The id of the user that a subject is, or whose token it is; undefined for nobody. Applications and IoT agents have no roles,
   * so a question about them is as one about nobody.
   *
   * @param asker  the application that asks; tokens count as at `GET /user` with its `app_id`
   */
  async userIdOf({ type, id }: Evaluation['subject'], asker: Client): Promise<string | undefined> {
    if (type === 'access_token') return this.ownerOf(id, asker);
    if (type !== 'user') return undefined;
    const [, kind, text = ''] = PREFIXED.exec(id) ?? [];
    if (kind === 'id') return this.byId(text, asker);
    if (kind === 'username' || kind === 'email') return this.enabled(await this.byName(kind, text), asker);
    return (
      (await this.byId(id, asker)) ??
      this.enabled((await this.byName('username', id)) ?? (await this.byName('email', id)), asker)
    );
  }

  private async byId(id: string, { id: applicationId }: Client): Promise<string | undefined> {
    return (await this.facts.find(id, applicationId))?.enabled ? id : undefined;
  }

  private enabled(id: string | undefined, asker: Client): Promise<string | undefined> | undefined {
    return id === undefined ? undefined : this.byId(id, asker);
  }

  private async byName(kind: 'username' | 'email', text: string): Promise<string | undefined> {
    const key = `${kind}:${text}`;
    const known = this.named.get(key);
    if (known !== undefined) return known;
    const found =
      kind === 'email'
        ? await this.users.findByEmail(text)
        : await this.users.findByLoginName(loginNameOf(text));
    if (found) this.named.set(key, found.id);
    return found?.id;
  }

  private async ownerOf(text: string, asker: Client): Promise<string | undefined> {
    const token = await this.tokens.find(text);
    if (!token?.userId || this.tokens.stateOf(token) !== 'live') return undefined;
    const isMeant =
      token.audience === null
        ? token.applicationId === asker.id ||
          (await this.clients.trustedBy(asker.id)).includes(token.applicationId)
        : isFor(token.audience, asker);
    if (!isMeant) return undefined;
    return (await this.facts.find(token.userId, token.applicationId))?.enabled ? token.userId : undefined;
  }
}
