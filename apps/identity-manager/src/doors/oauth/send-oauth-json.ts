import type { Response } from 'express';

/**
 * Sends a token response with exactly the headers of the interface document. Express would rewrite the content type
 * with a blank and small letters, so the body is written here.
 */
export function sendOAuthJson(response: Response, body: object): void {
  const text = Buffer.from(JSON.stringify(body));
  response.writeHead(200, {
    'Content-Type': 'application/json;charset=UTF-8',
    'Cache-Control': 'no-store',
    Pragma: 'no-cache',
    'Content-Length': text.length,
  });
  response.end(text);
}
