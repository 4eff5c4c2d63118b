/*
 * Ids, secrets, tokens and codes are drawn anew at every run: ours stand for those of the recording.
 */

const drawn =
  /^(?:pep_proxy_)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^[0-9a-f]{16}$|^[0-9a-f]{40}$|^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** What stands here for the drawn texts of the recording. */
export class Names {
  private readonly ours = new Map<string, string>();

  set(recorded: string, ours: string): void {
    this.ours.set(recorded, ours);
  }

  /** Compares a recorded answer with ours, and notes what stands for what. */
  learn(recorded: unknown, ours: unknown): void {
    if (typeof recorded === 'string' && typeof ours === 'string') {
      if (drawn.test(recorded)) this.set(recorded, ours);
    } else if (isRecord(recorded) && isRecord(ours)) {
      for (const [key, value] of Object.entries(recorded)) this.learn(value, ours[key]);
    }
  }

  /** Notes the code or token that a redirect brings. */
  learnRedirect(recorded: string | undefined, ours: string | null): void {
    if (recorded === undefined || ours === null) return;
    const [theirs, own] = [recorded, ours].map((text) => new URL(text, 'http://here').searchParams);
    for (const [name, value] of theirs ?? []) this.learn(value, own?.get(name));
  }

  /** A recorded text with ours in it; credentials of a Basic header too. */
  translate(text: string): string {
    const basic = /^Basic ([A-Za-z0-9+/]+=*)$/.exec(text)?.[1];
    if (basic !== undefined) {
      const pair = Buffer.from(basic, 'base64').toString();
      return pair.includes(':') ? `Basic ${Buffer.from(this.translate(pair)).toString('base64')}` : text;
    }
    let translated = text;
    for (const [theirs, own] of this.ours) translated = translated.replaceAll(theirs, own);
    return translated;
  }
}
