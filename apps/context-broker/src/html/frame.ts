import { LANGUAGES } from '@smart-city/messages';
import { html, type Html } from './html';
import type { PageWords } from './page-words';

export interface FrameLink {
  readonly href: string;
  readonly name: string;
  readonly isHere?: boolean;
}

/** Where another language is chosen, and what is shown in it then. */
export interface LanguageForm {
  readonly action: string;
  readonly back: string;
}

/** All that stands around what a page has to say. */
export interface Frame {
  readonly words: PageWords;
  readonly title: string;
  /** Where the product's name leads. */
  readonly home: string;
  readonly links: readonly FrameLink[];
  /** Beside the product's name: who is here, which service is shown. */
  readonly aside?: Html | undefined;
  readonly content: Html;
  readonly footer?: string | undefined;
  readonly languageForm: LanguageForm;
  readonly style: string;
  readonly script: string;
}

/** A page, complete. It works without its script. */
export function frame(page: Frame): string {
  const { words, title, home, links, aside, content, footer, style, script } = page;
  const { t } = words;
  const product = t('frame.product');
  const whole = html`<html lang="${words.language}">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title} – ${product}</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="${style}" />
      <script src="${script}" defer></script>
    </head>
    <body>
      <a class="skip" href="#main">${t('frame.skip')}</a>
      <header>
        <p class="product"><a href="${home}">${product}</a></p>
        ${aside}
        <nav aria-label="${t('frame.sections')}">
          <ul>
            ${links.map(
              ({ href, name, isHere }) =>
                html`<li><a href="${href}" ${isHere ? html` aria-current="page"` : ''}>${name}</a></li>`,
            )}
          </ul>
        </nav>
      </header>
      <main id="main">${content}</main>
      <footer><span>${footer}</span>${languageChoice(words, page.languageForm)}</footer>
    </body>
  </html>`;
  return `<!doctype html>${whole.text}`;
}

const languageChoice = ({ t, language: now }: PageWords, { action, back }: LanguageForm): Html =>
  html`<form action="${action}" method="post">
    <input type="hidden" name="back" value="${back}" />
    ${LANGUAGES.map(
      (language) =>
        html`<button
          name="language"
          value="${language}"
          lang="${language}"
          aria-pressed="${String(language === now)}"
        >
          ${t(`language.${language}`)}
        </button>`,
    )}
  </form>`;
