/** The application that owns the internal roles; no interface shows it. */
export const INTERNAL_APPLICATION_ID = 'idm_admin_app';
