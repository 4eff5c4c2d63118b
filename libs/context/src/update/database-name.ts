/** Database of a tenant, as the original names it. */
export const databaseName = (tenant: string, prefix = 'orion') =>
  tenant === '' ? prefix : `${prefix}-${tenant}`;
