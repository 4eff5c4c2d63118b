import { html, type Html } from './html';

/** How good a piece of news is: the colour of the word that says it. */
export type Mood = 'ok' | 'warn' | 'bad' | 'idle';

export const pill = (text: string, mood: Mood): Html => html`<span class="pill ${mood}">${text}</span>`;
