import {
  isJsonObject,
  parseJson,
  renderExactJson,
  textOf,
  type JsonObject,
  type StoredDocument,
} from '@smart-city/context';
import { NGSIV2, type Subscription } from '@smart-city/ngsiv2';

/**
 * Language of the condition and form of the notification, as members of `additions` in a csubs document. Absent for NGSIv2. What they
 * state is kept as JSON text: its names may hold what names in MongoDB may not.
 */
export interface SubscriptionTags {
  readonly language: string;
  readonly condition?: JsonObject;
  readonly form: string;
  readonly notification?: JsonObject;
}

/** Where the language is, for those who select by it. */
export const LANGUAGE_MEMBER = 'language';

/** @returns no members for a subscription in NGSIv2 */
export function tagsToDocument({
  condition,
  notification,
}: Subscription): readonly (readonly [string, string])[] {
  const tags: readonly (readonly [string, string | undefined])[] = [
    [LANGUAGE_MEMBER, condition.language === NGSIV2 ? undefined : condition.language],
    ['condition', condition.stated && renderExactJson(condition.stated)],
    ['form', notification.form === NGSIV2 ? undefined : notification.form],
    ['notification', notification.stated && renderExactJson(notification.stated)],
  ];
  return tags.filter((tag): tag is readonly [string, string] => tag[1] !== undefined);
}

/** @param additions  member of the document */
export function tagsOfDocument(additions: StoredDocument): SubscriptionTags {
  const condition = statedIn(additions.get('condition'));
  const notification = statedIn(additions.get('notification'));
  return {
    language: textOf(additions.get(LANGUAGE_MEMBER)) || NGSIV2,
    ...(condition !== undefined && { condition }),
    form: textOf(additions.get('form')) || NGSIV2,
    ...(notification !== undefined && { notification }),
  };
}

function statedIn(text: unknown): JsonObject | undefined {
  if (typeof text !== 'string') return undefined;
  const stated = parseJson(text);
  return isJsonObject(stated) ? stated : undefined;
}
