import type { ApplicationRow } from '../../../database/entities/application.row';
import type { Secrets } from '../../../subjects/applications/application-secrets.service';

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
});

export const renderApplicationWithUrls = (row: ApplicationRow, secrets: Secrets | undefined) => ({
  ...renderApplication(row, secrets),
  urls: urlsOf(row.id),
});

/** An application in a list: never its secret; its JWT secret for those who may see it. */
export function renderListedApplication(row: ApplicationRow, jwtSecret: string | null) {
  const { secret: _secret, scope: _scope, extra: _extra, ...shown } = renderApplication(row, undefined);
  return { ...shown, jwt_secret: jwtSecret, urls: urlsOf(row.id) };
}

/** An application just registered; optional texts that the client did not send are left out, as in Keyrock. */
export const renderCreatedApplication = (row: ApplicationRow, { secret, jwtSecret }: Secrets) => ({
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
});
