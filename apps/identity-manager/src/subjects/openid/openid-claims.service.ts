import { Injectable } from '@nestjs/common';
import type { ClaimWishes } from '../../database/entities/openid.row';
import { PublicUrl } from '../../service/public-url';
import type { Client } from '../applications/client';
import { parseShared } from '../consents/consents.service';
import { AccessService } from '../decisions/access.service';
import { isFine } from './claims-parameter';
import { OpenIdProfilesRepository } from './openid-profiles.repository';
import { claimsOfScope, renderClaims, type OpenIdProfile } from './standard-claims';

/** Claims that an application is told. */
export interface WantedClaims {
  /** Words of the scope, whose claims are meant. */
  readonly words: readonly string[];
  readonly wishes: ClaimWishes;
}

/** Claims about users, as far as they share them with an application. */
@Injectable()
export class OpenIdClaims {
  constructor(
    private readonly profiles: OpenIdProfilesRepository,
    private readonly access: AccessService,
    private readonly publicUrl: PublicUrl,
  ) {}

  /** Undefined when there is no such user, or one who is disabled. */
  async claimsOf(
    userId: string,
    { id: applicationId, groupsOrganizations }: Client,
    { words, wishes }: WantedClaims,
  ): Promise<Readonly<Record<string, unknown>> | undefined> {
    const profile = await this.profileOf(userId, applicationId);
    if (!profile) return undefined;
    const source = {
      profile,
      access: await this.access.accessOf(userId, applicationId),
      groupsOrganizations,
    };
    const asked = Object.entries(renderClaims(Object.keys(wishes), source)).filter(([name, value]) =>
      isFine(wishes[name] ?? {}, value),
    );
    return { ...renderClaims(claimsOfScope(words), source), ...Object.fromEntries(asked) };
  }

  private async profileOf(userId: string, applicationId: string): Promise<OpenIdProfile | undefined> {
    const row = await this.profiles.find(userId, applicationId);
    if (!row?.enabled) return undefined;
    const { image, sharedAttributes, updatedAt, createdAt, ...facts } = row;
    const hasImage = image !== 'default' && image !== '';
    return {
      ...facts,
      updatedAt: updatedAt === 0 ? createdAt : updatedAt,
      imageUrl: hasImage ? this.publicUrl.at(`/img/users/${encodeURIComponent(image)}`) : '',
      shared: parseShared(sharedAttributes),
    };
  }
}
