import type { Representation } from '../render/select-attributes';
import type { AttrsFormat } from '../subscription/subscription';

/** How entities are shown in a notification of each format; the legacy one writes what is selected its own way. */
export const REPRESENTATIONS: Readonly<Record<AttrsFormat, Representation>> = {
  normalized: 'normalized',
  keyValues: 'keyValues',
  simplifiedNormalized: 'normalized',
  simplifiedKeyValues: 'keyValues',
  values: 'values',
  uniqueValues: 'unique',
  custom: 'normalized',
  legacy: 'normalized',
};
