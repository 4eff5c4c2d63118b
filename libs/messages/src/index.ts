export {
  isLanguage,
  LANGUAGE_COOKIE,
  LANGUAGE_COOKIE_SECONDS,
  LANGUAGES,
  pathOfThisHost,
  type Language,
} from './language';
export { Messages, type Catalogue, type Translate } from './messages';
export { counted, type CountedKey } from './counted';
export { displayFor, type Display, type ReadingMoment } from './display';
export { TIME_ZONES, ZONE_COOKIE, zoneCalled } from './time-zone';
