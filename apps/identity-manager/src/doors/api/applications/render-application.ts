import type { ApplicationRow } from '../../../database/entities/application.row';
import type { Secrets } from '../../../subjects/applications/application-secrets.service';
import {
  ACCESS_TOKEN_FORMATS,
  chosenOpenIdMembers,
  OPENID_STYLES,
  openIdMembers,
  SIGNATURE_ALGORITHMS,
} from '../../../subjects/applications/openid-settings';
import { AnyObject, Described, OneOf, Text, TextOrNull, Truth } from '../../../openapi/described';

class Urls {
  @Text() permissions_url!: string;
  @Text() roles_url!: string;
  @Text() users_url!: string;
  @Text() pep_proxies_url!: string;
  @Text() iot_agents_url!: string;
  @Text() trusted_applications_url!: string;
}

const CHOSEN = { required: false, description: 'Where the application chose it.' };

const NOT_FOR_ALL = 'Null for callers without permission 2.';

/** What every rendering of an application has. */
abstract class ApplicationFacts {
  @Text() id!: string;
  @Text() name!: string;
  @Text({ description: 'File name of the picture.' }) image!: string;
  @TextOrNull() redirect_uri!: string | null;
  @TextOrNull({ description: 'Comma-joined.' }) grant_type!: string | null;
  @TextOrNull({ description: 'Comma-joined; follows from the grants.' }) response_type!: string | null;
  @Text({ description: 'Comma-joined; `bearer` always is the last.' }) token_types!: string;
  @OneOf(['bearer', 'jwt']) default_token_kind!: string;
  @TextOrNull({ description: NOT_FOR_ALL }) jwt_secret!: string | null;
  @OneOf(OPENID_STYLES, CHOSEN) openid_style?: string;
  @OneOf(SIGNATURE_ALGORITHMS, CHOSEN) id_token_signed_response_alg?: string | null;
  @OneOf(SIGNATURE_ALGORITHMS, CHOSEN) userinfo_signed_response_alg?: string | null;
  @Truth(CHOSEN) groups_with_organizations?: boolean;
  @Text(CHOSEN) backchannel_logout_uri?: string | null;
  @Truth(CHOSEN) backchannel_logout_session_required?: boolean;
  @OneOf(ACCESS_TOKEN_FORMATS, CHOSEN) access_token_format?: string;
  @Text(CHOSEN) audience?: string | null;
}

/** An application in a list: never its secret. */
export class ListedApplication extends ApplicationFacts {
  @TextOrNull() description!: string | null;
  @TextOrNull() url!: string | null;
  @TextOrNull() redirect_sign_out_uri!: string | null;
  @TextOrNull() client_type!: string | null;
  @Described({ type: Urls }) urls!: object;
}

/** An application by itself. */
export class ShownApplication extends ListedApplication {
  @TextOrNull({ description: NOT_FOR_ALL }) secret!: string | null;
  @TextOrNull() scope!: string | null;
  @AnyObject({ nullable: true }) extra!: object | null;
}

/** An application just registered; optional texts that the client did not send are left out, as in Keyrock. */
export class CreatedApplication extends ApplicationFacts {
  @TextOrNull() secret!: string | null;
  @TextOrNull() scope!: string | null;
  @Text({ required: false }) description?: string;
  @Text({ required: false }) redirect_sign_out_uri?: string;
  @Text({ required: false }) url?: string;
  @Text({ required: false }) client_type?: string;
}

const urlsOf = (id: string) =>
  Object.fromEntries(
    ['permissions', 'roles', 'users', 'pep_proxies', 'iot_agents', 'trusted_applications'].map((name) => [
      `${name}_url`,
      `/v1/applications/${id}/${name}`,
    ]),
  );

/**
 * An application by itself.
 *
 * @param secrets  undefined for callers who may not see them: the members stay, as null
 */
export const renderApplication = (row: ApplicationRow, secrets: Secrets | undefined) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  secret: secrets?.secret ?? null,
  url: row.url,
  redirect_uri: row.redirectUri,
  redirect_sign_out_uri: row.redirectSignOutUri,
  image: row.image,
  grant_type: row.grantType,
  response_type: row.responseType,
  token_types: row.tokenTypes,
  default_token_kind: row.defaultTokenKind,
  jwt_secret: secrets?.jwtSecret ?? null,
  client_type: row.clientType,
  scope: row.scope,
  extra: row.extra,
  ...chosenOpenIdMembers(row),
});

/** An application with all that can be chosen of it, to compare it with what it was. */
export const renderWhole = (row: ApplicationRow, secrets: Secrets) => ({
  ...renderApplication(row, secrets),
  ...openIdMembers(row),
});

export const renderApplicationWithUrls = (
  row: ApplicationRow,
  secrets: Secrets | undefined,
): ShownApplication => ({
  ...renderApplication(row, secrets),
  urls: urlsOf(row.id),
});

/** @param jwtSecret  null for those who may not see it */
export function renderListedApplication(row: ApplicationRow, jwtSecret: string | null): ListedApplication {
  const { secret: _secret, scope: _scope, extra: _extra, ...shown } = renderApplication(row, undefined);
  return { ...shown, jwt_secret: jwtSecret, urls: urlsOf(row.id) };
}

export const renderCreatedApplication = (
  row: ApplicationRow,
  { secret, jwtSecret }: Secrets,
): CreatedApplication => ({
  id: row.id,
  secret,
  image: row.image,
  jwt_secret: jwtSecret,
  name: row.name,
  ...(row.description !== null && { description: row.description }),
  redirect_uri: row.redirectUri,
  ...(row.redirectSignOutUri !== null && { redirect_sign_out_uri: row.redirectSignOutUri }),
  ...(row.url !== null && { url: row.url }),
  grant_type: row.grantType,
  token_types: row.tokenTypes,
  default_token_kind: row.defaultTokenKind,
  response_type: row.responseType,
  ...(row.clientType !== null && { client_type: row.clientType }),
  scope: row.scope,
  ...chosenOpenIdMembers(row),
});
