import type { RouteFeature } from '@smart-city/deprecation';

/** Something a deployment uses that the list of features knows. */
export interface Finding {
  readonly feature: RouteFeature;
  /** What was seen: `-dbhost`, `ORION_MONGO_HOST`, `POST /v1/updateContext`. */
  readonly seen: string;
  /** Lines of the file it was seen in, the first few; empty for a command line. */
  readonly lines: readonly number[];
  readonly count: number;
  /** Part of the text to look for it under: a client, a service. Absent when not known. */
  readonly clients: readonly string[];
}

const FEW = 5;

/** Gathers equal findings. Holds a bounded number of texts, however long the log is. */
export class Findings {
  readonly #found = new Map<
    string,
    { feature: RouteFeature; seen: string; lines: number[]; count: number; clients: Set<string> }
  >();

  add(feature: RouteFeature, seen: string, line?: number, client?: string): void {
    const key = JSON.stringify([feature, seen]);
    let found = this.#found.get(key);
    if (found === undefined) {
      found = { feature, seen, lines: [], count: 0, clients: new Set() };
      this.#found.set(key, found);
    }
    found.count += 1;
    if (line !== undefined && found.lines.length < FEW) found.lines.push(line);
    if (client !== undefined && client !== '' && found.clients.size < FEW) found.clients.add(client);
  }

  all(): readonly Finding[] {
    return [...this.#found.values()].map((found) => ({ ...found, clients: [...found.clients] }));
  }
}
