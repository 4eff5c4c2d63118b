import type { EntitySelector, Registration } from '@smart-city/context';

/** A tenant's registrations, found by entity id without looking at all of them. */
export class RegistrationIndex {
  private readonly byId = new Map<string, Registration[]>();
  private readonly ofPatterns: Registration[] = [];
  private readonly order = new Map<Registration, number>();

  /** @param all  in the order of their ids, which is that of precedence */
  constructor(readonly all: readonly Registration[]) {
    all.forEach((registration, at) => {
      this.order.set(registration, at);
      if (registration.entities.some(({ isPattern }) => isPattern)) this.ofPatterns.push(registration);
      for (const { id, isPattern } of registration.entities) if (!isPattern) this.note(id, registration);
    });
  }

  get isEmpty(): boolean {
    return this.all.length === 0;
  }

  /** Registrations that may cover one of these entities, in order. */
  ofIds(ids: readonly string[]): readonly Registration[] {
    if (this.isEmpty) return this.all;
    const found = new Set(this.ofPatterns);
    for (const id of ids) for (const registration of this.byId.get(id) ?? []) found.add(registration);
    return [...found].sort((a, b) => this.order.get(a)! - this.order.get(b)!);
  }

  /** Registrations that may cover what the selectors select, in order. */
  ofSelectors(selectors: readonly EntitySelector[]): readonly Registration[] {
    const ids = selectors.map((selector) => selector.ids);
    return ids.length > 0 && ids.every((list) => list !== undefined) ? this.ofIds(ids.flat()) : this.all;
  }

  private note(id: string, registration: Registration): void {
    const known = this.byId.get(id);
    if (known === undefined) this.byId.set(id, [registration]);
    else if (known.at(-1) !== registration) known.push(registration);
  }
}
