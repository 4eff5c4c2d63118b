import { html, type Html } from '../../html/html';
import { CONSOLE } from '../visit';

/** Who is signed in, and the way out. */
export const signOutForm = (name: string, token: string): Html =>
  html`<form class="aside" action="${CONSOLE}/sign-out" method="post">
    <span class="note">${name}</span><input type="hidden" name="form" value="${token}" /><button>
      Sign out
    </button>
  </form>`;
