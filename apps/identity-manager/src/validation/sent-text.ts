/**
 * A text after a change. Clients made for Keyrock send empty texts for what they do not want to change; null clears.
 *
 * @param sent     undefined when it was not sent
 * @param present  as it was
 */
export const sentText = (sent: string | null | undefined, present: string | null): string | null =>
  sent === undefined || sent === '' ? present : sent;
