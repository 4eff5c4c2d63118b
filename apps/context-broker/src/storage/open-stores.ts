import type { Stores, StoreSettings } from './stores';

/**
 * Loads the adapter that serves `dbUri`, and nothing of the other one: a start with files needs no driver of MongoDB.
 *
 * @throws Error when the database cannot be opened
 */
export async function openStores(settings: StoreSettings): Promise<Stores> {
  if (settings.dbUri.startsWith('sqlite:')) {
    const { openEmbeddedStores } = await import('./embedded/open-embedded-stores');
    return openEmbeddedStores(settings);
  }
  const { openMongoStores } = await import('./mongodb/open-mongo-stores');
  return openMongoStores(settings);
}
