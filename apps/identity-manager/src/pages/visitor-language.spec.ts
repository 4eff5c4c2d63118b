import type { Request } from 'express';
import { Messages } from '@smart-city/messages';
import { CATALOGUE } from '../messages/catalogue';
import { visitorLanguage } from './visitor-language';

describe('The language of a visitor', () => {
  const languageOf = (headers: object, preset = 'en', query: object = {}) =>
    visitorLanguage(new Messages(CATALOGUE, preset), { headers, query } as Request);

  it.each([
    ['what the application asks for', {}, { ui_locales: 'fr-CA es-ES en' }, 'es'],
    [
      'what they chose, whatever the application asks for',
      { cookie: 'language=en' },
      { ui_locales: 'es' },
      'en',
    ],
    [
      'that of the browser, when the application asks for others',
      { 'accept-language': 'es' },
      { ui_locales: 'fr' },
      'es',
    ],
    [
      'that of the browser, when two are named',
      { 'accept-language': 'en' },
      { ui_locales: ['es', 'fr'] },
      'en',
    ],
  ])('is %s, in an authorization', (_case, headers, query, language) => {
    expect(languageOf(headers, 'en', query)).toBe(language);
  });

  it.each<[string, object, string]>([
    ['what they chose', { cookie: 'language=es', 'accept-language': 'en' }, 'es'],
    ['what their browser says, when they chose none', { 'accept-language': 'es-CO,es;q=0.9,en;q=0.8' }, 'es'],
    [
      'the first that their browser names of what there is',
      { 'accept-language': 'fr, EN-gb;q=0.5,es' },
      'en',
    ],
    [
      'that of the browser, when they chose what there is not',
      { cookie: 'language=fr', 'accept-language': 'es' },
      'es',
    ],
    [
      'no name that every object has',
      { cookie: 'language=__proto__', 'accept-language': 'constructor' },
      'en',
    ],
    ['that of the installation, when nobody says anything', {}, 'en'],
    ['that of the installation for nonsense', { 'accept-language': ';;;q=' }, 'en'],
  ])('is %s', (_case, headers, language) => {
    expect(languageOf(headers)).toBe(language);
  });

  it('is that of the installation where it has another', () => {
    expect(languageOf({ 'accept-language': 'fr' }, 'es')).toBe('es');
  });
});
