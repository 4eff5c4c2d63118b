import type { TraceContext } from '@smart-city/telemetry';
import type { UserRow } from '../../database/entities/user.row';

/** Who does something, and from where; a door makes one for each request and hands it to the verbs of the subjects. */
export interface Actor {
  readonly user: UserRow;
  /** The client's IP address. */
  readonly address: string | undefined;
  /** When the password was given that the API token goes back to; milliseconds. */
  readonly passwordAt?: number | undefined;
  /** What goes out on behalf of the request carries it. */
  readonly trace?: TraceContext | undefined;
}
