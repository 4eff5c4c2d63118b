import { Messages } from '@smart-city/messages';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };

export type MessageKey = keyof typeof en;

/** The texts of the broker's pages. What the API says is Orion's, in English. */
export const CATALOGUE = { en, es };

export const MESSAGES = new Messages<MessageKey>(CATALOGUE);
