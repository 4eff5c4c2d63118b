/** What is remembered of a user in one application goes by this. */
export const keyOf = (userId: string, applicationId: string): string => `${applicationId}\n${userId}`;

export const isOfUser = (key: string, userId: string): boolean => key.endsWith(`\n${userId}`);

export const isInApplication = (key: string, applicationId: string): boolean =>
  key.startsWith(`${applicationId}\n`);
