/** Authentication contexts that there are: a password, two factors. */
export const ACR_VALUES = ['1', '2'] as const;

export type Acr = (typeof ACR_VALUES)[number];

/** Values of `prompt` (OpenID Connect Core section 3.1.2.1). */
export const PROMPTS = ['none', 'login', 'consent', 'select_account'] as const;

/** The context that methods of signing in reach (`amr` of RFC 8176). */
export const acrOf = (amr: readonly string[]): Acr => (amr.includes('mfa') ? '2' : '1');

/** The methods of a session as they are stored; sessions of older releases were opened by a password at least. */
export const amrOf = (stored: string | null): readonly string[] =>
  stored === null || stored === '' ? ['pwd'] : stored.split(',');
