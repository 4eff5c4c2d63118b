/** Every name that the URL parameter `options` may hold, whatever the operation. */
export const OPTION_NAMES = [
  'count',
  'normalized',
  'keyValues',
  'values',
  'unique',
  'append',
  'upsert',
  'forcedUpdate',
  'overrideMetadata',
  'flowControl',
  'skipForwarding',
  'noAttrDetail',
  'fullCounters',
  'libVersions',
  'dateCreated',
  'dateModified',
  'skipInitialNotification',
  'extendedQuery',
  'filter',
  'dryRun',
] as const;

export type RequestOption = (typeof OPTION_NAMES)[number];
