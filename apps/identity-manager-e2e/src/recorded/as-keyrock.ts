/** Settings of the table of differences that answer as Keyrock does; files that ask for them share a service. */
export const asKeyrock = {
  IDM_OAUTH_EMPTY_STATE: 'false',
  IDM_OAUTH_TOKEN_SCOPE: 'array',
  IDM_OAUTH_REFRESH_REUSE: 'refuse',
  IDM_OAUTH_JWT_AUDIENCE: 'false',
  IDM_PEP_API_LIFETIME: '3600',
};
