import { Post, Res } from '@nestjs/common';
import { isLanguage, LANGUAGE_COOKIE, LANGUAGE_COOKIE_SECONDS, pathOfThisHost } from '@smart-city/messages';
import { PublicPages } from '../../../pages/page.guard';
import type { PageResponse } from '../../../pages/visit';

@PublicPages('language')
export class LanguageController {
  @Post()
  choose(@Res() { locals: { visit } }: PageResponse): void {
    const language = visit.form.text('language');
    if (isLanguage(language))
      visit.response.cookie(LANGUAGE_COOKIE, language, {
        maxAge: LANGUAGE_COOKIE_SECONDS * 1000,
        sameSite: 'lax',
        httpOnly: true,
      });
    visit.go(pathOfThisHost(visit.form.text('back')));
  }
}
