import type { Catalogue } from '@smart-city/messages';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };

/** The texts of pages and mails. */
export const CATALOGUE: Catalogue = { en, es };
