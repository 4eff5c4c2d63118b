import { Post, Res } from '@nestjs/common';
import { isLanguage } from '../../../messages/messages';
import { PublicPages } from '../../../pages/page.guard';
import type { PageResponse } from '../../../pages/visit';
import { languageCookie } from '../../../pages/visitor-language';

const yearMs = 365 * 86_400_000;

@PublicPages('language')
export class LanguageController {
  @Post()
  choose(@Res() { locals: { visit } }: PageResponse): void {
    const language = visit.form.text('language');
    if (isLanguage(language))
      visit.response.cookie(languageCookie, language, { maxAge: yearMs, sameSite: 'lax', httpOnly: true });
    const back = visit.form.text('back');
    // A path of this host: one slash, so that no other host can be meant.
    visit.go(/^\/(?![/\\])[^\\\u0000-\u0020]*$/.test(back) ? back : '/');
  }
}
