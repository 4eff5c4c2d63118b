/**
 * Makes transaction ids: `<start epoch s>-<start ms, 3 digits>-<counter, 11 digits>`, the counter from 1.
 */
export function createTransactionIds(startMs = Date.now()): () => string {
  const prefix = `${Math.floor(startMs / 1000)}-${String(startMs % 1000).padStart(3, '0')}-`;
  let counter = 0;
  return () => prefix + String(++counter).padStart(11, '0');
}
