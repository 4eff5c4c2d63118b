/** The identity manager gave no answer that can be used; nothing may be permitted. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

const MAX_BYTES = 1_048_576;

/**
 * The body of an answer as a JSON object; the original answers errors with JSON strings.
 *
 * @returns undefined when it is no JSON object; `{message}` for a string
 * @throws Unavailable  when it is longer than a megabyte
 */
export async function readJson(response: Response): Promise<Readonly<Record<string, unknown>> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Unavailable('the answer of the identity manager is too long');
    chunks.push(chunk);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    if (typeof value === 'string') return { message: value };
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}
