import type { OptionRecord } from './option-record';

export type ParsedValue = boolean | number | string | readonly string[];
type Parsed = { readonly value: ParsedValue } | { readonly fault: string };

/** How an option is called in messages: by its flag, else by its environment variable. */
export const spelling = (record: OptionRecord) => record.flag ?? record.env ?? record.name;

function range({ min, max }: OptionRecord): string {
  if (min !== undefined && max !== undefined) return ` between ${min} and ${max}`;
  if (min !== undefined) return ` not below ${min}`;
  return max !== undefined ? ` not above ${max}` : '';
}

function parseNumber(record: OptionRecord, text: string): Parsed {
  const pattern = record.kind === 'integer' ? /^[-+]?\d+$/ : /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
  const value = Number(text);
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = record;
  if (pattern.test(text) && value >= min && value <= max) return { value };
  const what = record.kind === 'integer' ? 'a whole number' : 'a number';
  return { fault: `${spelling(record)} must be ${what}${range(record)}, not '${text}'` };
}

function parseBoolean(record: OptionRecord, text: string): Parsed {
  if (/^true$/i.test(text)) return { value: true };
  if (/^false$/i.test(text)) return { value: false };
  return { fault: `${spelling(record)} must be TRUE or FALSE, not '${text}'` };
}

function parseUrl(record: OptionRecord, text: string): Parsed {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return { value: text.replace(/\/+$/, '') };
  return {
    fault: `${spelling(record)} must be an http or https URL${record.secret ? '' : `, not '${text}'`}`,
  };
}

/** Turns the text of one option into its value, or says what is wrong with it. */
export function parseValue(record: OptionRecord, text: string): Parsed {
  switch (record.kind) {
    case 'boolean':
      return parseBoolean(record, text);
    case 'integer':
    case 'number':
      return parseNumber(record, text);
    case 'choice': {
      const value = record.choices?.find((choice) => choice.toLowerCase() === text.toLowerCase());
      return value === undefined
        ? { fault: `${spelling(record)} must be one of ${record.choices?.join(', ')}, not '${text}'` }
        : { value };
    }
    case 'list':
      return {
        value: text
          .split(',')
          .map((item) => item.trim())
          .filter((item) => item !== ''),
      };
    case 'url':
      return parseUrl(record, text);
    case 'text':
      return { value: text };
  }
}
