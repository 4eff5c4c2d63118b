import { renderString } from '../json/render-json';
import type { JsonValue } from '../json/json-value';
import { renderValue } from '../render/render-value';

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

/** A text as NGSIv1 writes it: the characters that it would refuse, which come from NGSIv2, as in HTML. */
export const renderEscaped = (text: string): string =>
  renderString(text.replaceAll(/[<>()='";]/g, (character) => ESCAPES[character]!));

/** The value of an attribute or metadata; what is inside objects and arrays stays as it is. */
export const renderLegacyValue = (type: string, value: JsonValue): string =>
  typeof value === 'string' ? renderEscaped(value) : renderValue(type, value);
