const schemes = /^(?:javascript|data|vbscript|file|blob|about|filesystem|view-source):/i;

/**
 * Whether a browser that follows the address would run it, or read from itself or its machine. Read as browsers do
 * (WHATWG URL): blanks and control characters before it, and line breaks and tabs within, do not count.
 */
export const isRunningAddress = (text: string): boolean =>
  schemes.test(text.replace(/^[\u0000-\u0020]+/, '').replace(/[\t\n\r]/g, ''));
