import { Get, Post, Res } from '@nestjs/common';
import { BrowserSession } from '../../../pages/browser-session';
import { PublicPages } from '../../../pages/page.guard';
import { PageError } from '../../../pages/page-error';
import type { PageResponse, Visit } from '../../../pages/visit';

/** Signing out at the portal. */
@PublicPages('auth/logout')
export class SignOutController {
  constructor(private readonly sessions: BrowserSession) {}

  @Post()
  async logout(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    await this.signOut(visit);
    visit.go('/auth/login', 'flash.signedOut');
  }

  /**
   * Keyrock's link with `_method=DELETE`, which other products are set up with. Like external logout it ends a session that began
   * at an application; one that began here is not for other sites to end: its owner is asked.
   */
  @Get()
  async logoutByLink(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { session, t } = visit;
    if (visit.query('_method').toUpperCase() !== 'DELETE') throw new PageError(404, 'error.notFound');
    if (!session) return visit.go('/auth/login');
    if (!session.row.oauthSignIn) {
      const question = { question: t('question.signOut'), effects: [t('question.signOut.here')] };
      return visit.ask(
        { ...question, isHarmless: true, button: t('nav.signOut'), cancel: '/idm' },
        '/auth/logout',
        [],
      );
    }
    await this.signOut(visit);
    visit.go('/', 'flash.signedOut');
  }

  private async signOut({ request, response }: Visit): Promise<void> {
    await this.sessions.signOut(request, response);
    // The browser forgets the pages it kept for its back button.
    response.set('Clear-Site-Data', '"cache"');
  }
}
