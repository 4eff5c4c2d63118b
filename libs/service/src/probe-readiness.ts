import http from 'node:http';
import https from 'node:https';

export interface Readiness {
  readonly isReady: boolean;
  /** One line that says so, or what is wrong. */
  readonly text: string;
}

const TIMEOUT_MS = 3000;

/**
 * Asks a service for `/health/ready`. A certificate is not checked: the question goes to this machine, by an address that the
 * certificate does not name.
 *
 * @param url  `http://` or `https://` with host and port
 */
export function probeReadiness(url: string, timeoutMs = TIMEOUT_MS): Promise<Readiness> {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    return Promise.resolve({ isReady: false, text: `not an http or https address: ${url}` });
  const asked = new URL('/health/ready', url);
  const { request } = asked.protocol === 'https:' ? https : http;
  return new Promise((resolve) => {
    const fail = ({ message }: Error) => resolve({ isReady: false, text: `${asked.href}: ${message}` });
    const sent = request(asked, {
      agent: false,
      rejectUnauthorized: false,
      signal: AbortSignal.timeout(timeoutMs),
    });
    sent.once('response', (response) => {
      response.resume();
      response.once('error', fail);
      response.once('end', () =>
        resolve({
          isReady: response.statusCode === 200,
          text: `${asked.href}: ${response.statusCode} ${response.statusMessage}`,
        }),
      );
    });
    sent.once('error', fail);
    sent.end();
  });
}
