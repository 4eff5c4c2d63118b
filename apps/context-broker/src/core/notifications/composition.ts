import type { LogContext } from '@smart-city/logging';
import type { JexlContext } from '@smart-city/ngsiv2';
import type { TraceContext } from '@smart-city/telemetry';
import type { Header, Outgoing } from './outgoing';

/** What a notification takes over from the request that caused it. */
export interface RequestFacts {
  readonly tenant: string;
  /** `Fiware-Service` as sent, in lower case. */
  readonly service: string;
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
  /** Notifications may be repeated: each has an id, which receivers see where the protocol has headers. */
  readonly withIds: boolean;
}

/** A notification that is written, for its channel to address. */
export interface Composition {
  /** What it carries, whatever the channel. */
  readonly written: Omit<Outgoing, 'kind'>;
  /** Header fields of its form, for channels that have some. */
  readonly headers: readonly Header[];
  /** Of the body. */
  readonly byteLength: number;
  /** Unless a custom header says otherwise; empty when there is no body. */
  readonly contentType: string;
  /** What expressions see. */
  readonly context: JexlContext;
  readonly request: RequestFacts;
  /** `-outReqMsgMaxSize`: nothing that macros make is longer. */
  readonly maxSize: number;
}
