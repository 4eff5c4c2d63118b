import { Injectable } from '@nestjs/common';
import type { EntityChange } from '@smart-city/context';
import type { RequestContext } from '../../context/request-context';
import { joinCompanions, type Companion } from '../../storage/commit-companion';
import type { ChangeListener } from './change-listener';

/** One of those that put something into the commit of changes. */
export type Accompanying = ChangeListener & { readonly accompany: NonNullable<ChangeListener['accompany']> };

/** All that are told of changes. They join before the first request comes. */
@Injectable()
export class ChangeListeners {
  /** Told just before changes are stored, all of them as one; undefined when there are none. */
  accompanying: Accompanying | undefined;
  /** Told once changes are stored, all of them as one; undefined when there are none. */
  told: ChangeListener | undefined;
  private readonly all: ChangeListener[] = [];

  add(listener: ChangeListener): void {
    this.all.push(listener);
    const accompanying = this.all.filter((one): one is Accompanying => one.accompany !== undefined);
    const told = this.all.filter((one) => one.accompany === undefined);
    this.accompanying = accompanying.length > 1 ? new AllAccompanying(accompanying) : accompanying[0];
    this.told = told.length > 1 ? new AllListeners(told) : told[0];
  }
}

class AllListeners<Listener extends ChangeListener> implements ChangeListener {
  constructor(protected readonly listeners: readonly Listener[]) {}

  onChanges(changes: readonly EntityChange[], request: RequestContext): void | Promise<void> {
    return all(this.listeners.map((listener) => listener.onChanges(changes, request)));
  }

  room(tenant: string): Promise<void> | undefined {
    return all(this.listeners.map((listener) => listener.room?.(tenant)));
  }

  async settle(request: RequestContext): Promise<void> {
    for (const listener of this.listeners) await listener.settle?.(request);
  }
}

class AllAccompanying extends AllListeners<Accompanying> implements Accompanying {
  accompany(changes: readonly EntityChange[], request: RequestContext): Companion | undefined {
    return joinCompanions(this.listeners.map((listener) => listener.accompany(changes, request)));
  }
}

function all(waits: readonly (void | Promise<void>)[]): Promise<void> | undefined {
  const promises = waits.filter((wait) => wait instanceof Promise);
  return promises.length === 0 ? undefined : Promise.all(promises).then(() => undefined);
}
