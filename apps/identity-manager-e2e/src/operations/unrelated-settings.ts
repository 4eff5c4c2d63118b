/** Settings that have nothing to do with each other; files that ask for them share a service. */
export const unrelatedSettings = {
  IDM_METRICS_TOKEN: 'secret',
  IDM_LOGLEVEL: 'debug',
  IDM_EX_AUTH_ENABLED: 'true',
  IDM_HEADLESS: 'true',
  IDM_CREATE_APPLICATIONS_ADMIN_ONLY: 'true',
  IDM_PDP_LEVEL: 'advanced',
};
