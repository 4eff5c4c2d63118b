/** Internal permissions of an application by what they allow. */
export const may = {
  assignInternalRoles: '1',
  manageApplication: '2',
  manageRoles: '3',
  manageAuthorizations: '4',
  assignAllRoles: '5',
  assignOwnRoles: '6',
} as const;

export type InternalPermission = (typeof may)[keyof typeof may];
