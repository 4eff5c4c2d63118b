import { isLanguage, type Language, type Translate } from '@smart-city/messages';
import { escapeMarkup } from '@smart-city/service';
import { VIEWER_MESSAGES, type ViewerKey } from './viewer-messages';

/** The language of what documents say. */
const OF_DOCUMENTS: Language = 'en';

/** What a request says of the language of its reader. */
export interface ReaderLanguage {
  /** The parameter `language` of the address. */
  readonly asked: string | undefined;
  /** The cookie of the choice on other pages. */
  readonly chosen: string | undefined;
  /** The header Accept-Language. */
  readonly accept: string | undefined;
}

/** The language that the page is in: as its address asks, else as all other pages. */
export const viewerLanguage = ({ asked, chosen, accept }: ReaderLanguage): Language =>
  isLanguage(asked) ? asked : VIEWER_MESSAGES.languageFor(chosen, accept);

/** Texts of a page, all as markup. */
export class ViewerWords {
  private readonly translate: Translate<ViewerKey>;

  constructor(readonly language: Language) {
    this.translate = VIEWER_MESSAGES.translator(language);
  }

  /** A message of the viewer. */
  t(key: ViewerKey, parameters: Parameters<Translate>[1] = {}): string {
    return escapeMarkup(this.translate(key, parameters));
  }

  /** The attribute of an element whose text is the document's; empty where that is the language of the page. */
  get foreign(): string {
    return this.language === OF_DOCUMENTS ? '' : ` lang="${OF_DOCUMENTS}"`;
  }

  /** A text of the document among words of the viewer. */
  told(text: string): string {
    const markup = escapeMarkup(text);
    return markup === '' || this.language === OF_DOCUMENTS ? markup : `<span${this.foreign}>${markup}</span>`;
  }

  /** The messages of the script, as JSON. */
  get ofScript(): string {
    const names = VIEWER_MESSAGES.after('script.');
    const texts = names.map((name) => [
      name,
      VIEWER_MESSAGES.text(this.language, `script.${name}` as ViewerKey),
    ]);
    return JSON.stringify(Object.fromEntries(texts));
  }
}
