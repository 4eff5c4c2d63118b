import type { RouteFeature } from '@smart-city/deprecation';

/** A line of a file; `file` as it was named on the command line. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** Something a deployment uses that the list of features knows. */
export interface Finding {
  readonly feature: RouteFeature;
  /** What was seen: `-dbhost`, `ORION_MONGO_HOST`, `POST /v1/updateContext`. */
  readonly seen: string;
  /** Where, the first few; empty for a command line. */
  readonly places: readonly Place[];
  readonly count: number;
  /** Who sent it, the first few; empty when not known. */
  readonly clients: readonly string[];
}

const FEW = 5;

/** Gathers equal findings. Holds a bounded number of texts, however long the log is. */
export class Findings {
  private readonly found = new Map<
    string,
    { feature: RouteFeature; seen: string; places: Place[]; count: number; clients: Set<string> }
  >();

  add(
    feature: RouteFeature,
    seen: string,
    { place, client = '' }: { readonly place?: Place; readonly client?: string } = {},
  ): void {
    const key = JSON.stringify([feature, seen]);
    let found = this.found.get(key);
    if (found === undefined) {
      found = { feature, seen, places: [], count: 0, clients: new Set() };
      this.found.set(key, found);
    }
    found.count += 1;
    if (place !== undefined && found.places.length < FEW) found.places.push(place);
    if (client !== '' && found.clients.size < FEW) found.clients.add(client);
  }

  all(): readonly Finding[] {
    return [...this.found.values()].map((found) => ({ ...found, clients: [...found.clients] }));
  }
}
