import { errorMessage } from '@smart-city/service';
import { dropFile, fileOfSpan, setAside, spansOfTenant, SPAN_MS } from './history-files';
import { SpanFile } from './span-file';

/** Files kept open; the one used longest ago is closed first. */
const MOST_FILES = 32;
const DAMAGED = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB']);

/** The files of all tenants. One that is damaged is set aside: what it held is missing, all else goes on. */
export class SpanFiles {
  /** Least recently used first. */
  private readonly open = new Map<string, SpanFile>();
  private readonly known = new Map<string, readonly number[]>();

  constructor(private readonly warn: (text: string) => void) {}

  /** Spans of a tenant that have a file, in order. Nobody else makes or removes any while the broker runs. */
  spans(database: string): readonly number[] {
    let spans = this.known.get(database);
    if (spans === undefined) this.known.set(database, (spans = spansOfTenant(database)));
    return spans;
  }

  /** Works with a file that is there. @returns undefined where it turns out to be damaged */
  use<T>(database: string, span: number, work: (file: SpanFile) => T): T | undefined {
    const path = fileOfSpan(database, span);
    try {
      return work(this.file(path));
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.close(path);
      this.known.delete(database);
      const aside = setAside(path, Date.now());
      this.warn(`history in ${path} is damaged (${errorMessage(error)}); it is set aside as ${aside}`);
      return undefined;
    }
  }

  /** Writes to a file, all or nothing; it is made where there is none, or only a damaged one. */
  write(database: string, span: number, work: (file: SpanFile) => void): void {
    const writing = (file: SpanFile): true => {
      file.transact(() => work(file));
      return true;
    };
    if (this.use(database, span, writing) === undefined) this.use(database, span, writing);
    if (!this.spans(database).includes(span)) this.known.delete(database);
  }

  /** Removes files that hold nothing younger than a time. */
  drop(database: string, before: number): void {
    for (const span of this.spans(database)) {
      if (span + SPAN_MS > before) return;
      const path = fileOfSpan(database, span);
      this.close(path);
      this.known.delete(database);
      dropFile(path);
    }
  }

  closeAll(): void {
    for (const path of [...this.open.keys()]) this.close(path);
  }

  private file(path: string): SpanFile {
    const known = this.open.get(path);
    this.open.delete(path);
    const file = known ?? new SpanFile(path);
    this.open.set(path, file);
    const [oldest] = this.open.keys();
    if (this.open.size > MOST_FILES && oldest !== undefined) this.close(oldest);
    return file;
  }

  private close(path: string): void {
    this.open.get(path)?.close();
    this.open.delete(path);
  }
}

const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  DAMAGED.has(String(error.code).split('_').slice(0, 2).join('_'));
