/** How NGSIv1 of providers is read and written: as Orion does since 4.0.0, or with texts, as while it spoke NGSIv1 itself. */
export type LegacyValues = 'json' | 'texts';
