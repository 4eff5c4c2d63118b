import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import { PublicUrl } from '../../service/public-url';
import type { Grant } from './grant';
import { signJwt } from './jwt';
import { JwtClaimsService } from './jwt-claims.service';

/** Access tokens that are JSON Web Tokens: they say what `GET /user` would. */
@Injectable()
export class AccessJwts {
  constructor(
    private readonly claims: JwtClaimsService,
    private readonly publicUrl: PublicUrl,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  /**
   * @param jti  what the database knows the token by
   * @param now  milliseconds
   * @param seconds  for which it counts; undefined: for ever
   */
  async sign({ client, owner }: Grant, jti: string, now: number, seconds: number | undefined) {
    if (!client.jwtKey) throw new Error(`application ${client.id} has no JWT secret`);
    const iat = Math.floor(now / 1000);
    const claims = {
      ...(await this.claims.claimsOf(owner, client.id)),
      iss: this.publicUrl.toString(),
      ...(this.options.oauth.jwtNamesAudience && { aud: client.id }),
      jti,
      iat,
      ...(seconds !== undefined && { exp: iat + seconds }),
    };
    return signJwt(claims, client.jwtKey);
  }
}
