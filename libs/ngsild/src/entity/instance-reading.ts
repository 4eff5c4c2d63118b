import type { LdContext } from '../context/ld-context';
import { badRequestData, type NgsiLdFault } from '../ngsild-fault';
import type { ParseMode } from './attribute-input';

/** How deep sub-attributes may have sub-attributes. */
const MAX_DEPTH = 16;

/** How an instance is read, and of which attribute. */
export class InstanceReading {
  constructor(
    readonly context: LdContext,
    readonly mode: ParseMode,
    /** Names from the attribute to the sub-attribute, as the request has them; for texts. */
    private readonly path: readonly string[],
    /** The body is a fragment of the attribute itself: it needs neither kind nor value. */
    readonly isFragment: boolean,
    /** Milliseconds since the epoch. */
    readonly nowMs: number,
  ) {}

  get name(): string {
    return this.path.join('.');
  }

  /** Makes the fault of this attribute. */
  fault(detail: string): NgsiLdFault {
    return badRequestData('Invalid attribute', `${this.name}: ${detail}`);
  }

  below(name: string): InstanceReading {
    if (this.path.length > MAX_DEPTH) throw this.fault(`sub-attributes nest at most ${MAX_DEPTH} deep`);
    return new InstanceReading(this.context, this.mode, [...this.path, name], false, this.nowMs);
  }
}
