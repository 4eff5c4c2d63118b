import { Inject, Injectable } from '@nestjs/common';
import type { LogContext } from '@smart-city/logging';
import { OPTIONS, type BrokerOptions } from '../cli/options';
import { LOG, type BrokerLog } from './broker-log';

const ALARM_KINDS = [
  'DatabaseError',
  'NotificationError',
  'ForwardingError',
  'MqttConnectionError',
  'BadInput',
] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

const MAX_ACTIVE = 10_000;

export interface AlarmCounts {
  readonly active: number;
  readonly raised: number;
  readonly released: number;
}

interface State {
  /** Whom active alarms concern, with the transaction of the request that raised each last. */
  readonly active: Map<string, string | undefined>;
  raised: number;
  released: number;
}

/** Alarms are raised once and released once, whatever number of failures lies between. */
@Injectable()
export class Alarms {
  private readonly states = new Map<AlarmKind, State>(
    ALARM_KINDS.map((kind) => [kind, { active: new Map(), raised: 0, released: 0 }]),
  );

  constructor(
    @Inject(OPTIONS) private readonly options: BrokerOptions,
    @Inject(LOG) private readonly log: BrokerLog,
  ) {}

  /** @param about  whom it concerns: an address, a URL; '' for the database */
  raise(kind: AlarmKind, about: string, detail: string, context?: LogContext): void {
    const state = this.states.get(kind)!;
    const name = nameOf(kind, about);
    if (state.active.has(about)) {
      state.active.set(about, context?.transaction);
      if (this.options.relogAlarms) this.write(kind, `Repeated ${name}: ${detail}`, context);
      return;
    }
    // Beyond, new ones go unnoticed: an attacker with many addresses must not fill the memory.
    if (state.active.size >= MAX_ACTIVE) return;
    state.active.set(about, context?.transaction);
    state.raised++;
    this.write(kind, `Raising alarm ${name}: ${detail}`, context);
  }

  release(kind: AlarmKind, about: string, context?: LogContext): void {
    const state = this.states.get(kind)!;
    if (state.active.size === 0 || !state.active.delete(about)) return;
    state.released++;
    this.write(kind, `Releasing alarm ${nameOf(kind, about)}`, context);
  }

  /** Ends the alarm, unless the same request has raised it: the next one does. */
  releaseByLater(kind: AlarmKind, about: string, context: LogContext): void {
    if (this.states.get(kind)!.active.get(about) !== context.transaction) this.release(kind, about, context);
  }

  counts(kind: AlarmKind): AlarmCounts {
    const { active, raised, released } = this.states.get(kind)!;
    return { active: active.size, raised, released };
  }

  private write(kind: AlarmKind, text: string, context: LogContext | undefined): void {
    if (kind === 'DatabaseError') this.log.error(text, context);
    else this.log.warn(text, context);
  }
}

const nameOf = (kind: AlarmKind, about: string) => (about === '' ? kind : `${kind} ${about}`);
