/** The application that owns the internal roles; no interface shows it. */
export const internalApplicationId = 'idm_admin_app';
