import { FEATURES, type FeatureId, type FeatureRecord } from '@smart-city/deprecation';
import type { PageWords } from '../../html/page-words';
import { MESSAGES } from '../../messages/catalogue';

/** The record of a feature or of a part of it, by the id of either. */
const RECORDS: ReadonlyMap<string, FeatureRecord> = new Map(
  (FEATURES as readonly FeatureRecord[]).flatMap((record) =>
    [record.id, ...(record.parts ?? []).map(({ id }) => id)].map((id) => [id, record] as const),
  ),
);

/** What a feature is called; a part has the name of the whole. */
export function featureName(featureOrPart: string, words: PageWords): string {
  return message(`feature.${RECORDS.get(featureOrPart)?.id}`, words) ?? featureOrPart;
}

/** What stands in the place of a feature; undefined where the list names nothing. */
export const replacementOf = (id: FeatureId, words: PageWords): string | undefined =>
  message(`instead.${id}`, words);

/** When a feature goes or went, each part of it where they go apart. */
export function removalOf(id: FeatureId, words: PageWords): string {
  const { t } = words;
  const { parts, removedIn } = RECORDS.get(id) ?? {};
  if (parts === undefined)
    return removedIn === undefined
      ? t('deprecations.noRemoval')
      : t('deprecations.removedIn', { version: removedIn });
  const versions = parts
    .filter(({ livesOn }) => !livesOn)
    .map((part) => {
      const name = message(`part.${part.id}`, words) ?? part.name;
      return t('deprecations.part', { name, version: part.removedIn ?? t('deprecations.noVersion') });
    });
  return t('deprecations.removedFrom', { versions: versions.join('; ') });
}

const message = (key: string, { t }: PageWords): string | undefined =>
  MESSAGES.has(key) ? t(key) : undefined;
