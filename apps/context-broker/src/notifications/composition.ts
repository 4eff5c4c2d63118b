import type { LogContext } from '@smart-city/logging';
import type { JexlContext } from '@smart-city/ngsi';
import type { TraceContext } from '@smart-city/telemetry';
import type { CompiledTemplates } from '../subscriptions/compiled-channel';
import type { WrittenBody } from './custom-body';

/** What a notification takes over from the request that caused it. */
export interface RequestFacts {
  readonly tenant: string;
  /** For expressions. */
  readonly authToken: string | undefined;
  readonly log?: LogContext;
  readonly trace?: TraceContext | undefined;
  /** Called once for each notification. */
  nextNotificationCorrelator(): string;
  /** The token for the receiver's header. */
  tokenFor(host: string, port: number): string | undefined;
}

export interface ComposeOptions {
  /** `-outReqMsgMaxSize`, bytes. */
  readonly maxSize: number;
  /** `-disableCustomNotifications`: custom ones go out like the others, macros untouched. */
  readonly disableCustom: boolean;
  /** Give each HTTP notification its id in a header: for receivers that have to tell repetitions. */
  readonly withIdHeader: boolean;
}

/** A notification that is written, and what its address is made of. */
export interface Composition {
  readonly subscriptionId: string;
  /** Of all its entities, with commas. */
  readonly servicePath: string;
  readonly correlator: string;
  readonly written: WrittenBody;
  /** Undefined when it is no custom notification, or goes out like one that is none. */
  readonly templates: CompiledTemplates | undefined;
  /** What expressions see. */
  readonly context: JexlContext;
  readonly request: RequestFacts;
  readonly options: ComposeOptions;
}
