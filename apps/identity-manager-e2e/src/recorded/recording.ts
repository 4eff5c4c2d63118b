import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A request as it went to Keyrock. `browser` names the browser whose cookies it carried. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly browser?: string;
  readonly body?: string;
}

/** An answer as it was recorded. Of a page only what it is: its heading, or the error that it tells. */
export interface RecordedAnswer {
  readonly status: number;
  readonly type?: string;
  readonly location?: string;
  readonly subjectToken?: string;
  readonly body?: string;
  readonly page?: string;
}

/** One request to Keyrock and its answer. */
export interface Exchange {
  readonly number: number;
  readonly title: string;
  readonly request: RecordedRequest;
  readonly answer: RecordedAnswer;
}

/** All exchanges with Keyrock 8.3.0, in their order. */
export const { exchanges } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'exchanges.json'), 'utf8'),
) as { readonly exchanges: readonly Exchange[] };
