import { type JsonValue, renderString } from '@smart-city/context';
import { renderValue } from './render-value';

const ESCAPES: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '(': '&#40;',
  ')': '&#41;',
  '=': '&#61;',
  "'": '&#39;',
  '"': '&quot;',
  ';': '&#59;',
};

/** The characters that Orion refuses in requests, as in HTML: so it writes them in errors and in NGSIv1. */
export const escapeForbidden = (text: string): string =>
  text.replace(/[<>()='";]/g, (character) => ESCAPES[character]!);

/** A text as NGSIv1 writes it: the characters that it would refuse, which come from NGSIv2, as in HTML. */
export const renderEscaped = (text: string): string => renderString(escapeForbidden(text));

/** The value of an attribute or metadata; what is inside objects and arrays stays as it is. */
export const renderLegacyValue = (type: string, value: JsonValue): string =>
  typeof value === 'string' ? renderEscaped(value) : renderValue(type, value);
