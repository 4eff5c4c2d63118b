import { html, type Html } from '../../html/html';
import type { PageWords } from '../../html/page-words';
import { CONSOLE } from '../addresses';

/** Who is signed in, and the way out. */
export const signOutForm = ({ t }: PageWords, name: string, token: string): Html =>
  html`<form class="aside" action="${CONSOLE}/sign-out" method="post">
    <span class="note">${name}</span><input type="hidden" name="form" value="${token}" /><button>
      ${t('frame.signOut')}
    </button>
  </form>`;
