import { createHash } from 'node:crypto';
import { SCRIPT } from '../html/script';
import { STYLESHEET } from '../html/stylesheet';
import { CONSOLE } from './addresses';

const versioned = (name: string, text: string): string =>
  `${CONSOLE}/${name}?v=${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;

/** Addresses that change with what is behind them, so that browsers may keep it. */
export const STYLE_ADDRESS = versioned('style', STYLESHEET);
export const SCRIPT_ADDRESS = versioned('script', SCRIPT);
