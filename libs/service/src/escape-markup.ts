const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as content or attribute value of HTML and of XML, which both know these five. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? '');
