import { NgsiError, renderJson, type JsonValue } from '@smart-city/context';
import { orionError } from '@smart-city/ngsiv2';
import type { UpdateOutcome } from '../../../core/entities/update-outcome';
import { singleFault } from '../entities/update-faults';

/** Faults that are told; more of them say no more. */
const MOST_FAULTS = 10;

/** What became of the entities of a filter. */
export class FilteredReport {
  changed = 0;
  private readonly faults: JsonValue[] = [];

  /** @param matched  entities that the filter selected at the start */
  constructor(private readonly matched: number) {}

  /** @throws NgsiError  of a store that is away; what was done with others counts */
  add(outcomes: readonly UpdateOutcome[]): void {
    let trouble: NgsiError | undefined;
    for (const outcome of outcomes) {
      const { result } = outcome;
      if (result.kind === 'done') this.changed += 1;
      const error = result.kind === 'failed' ? orionError(result.error) : undefined;
      if (error !== undefined && error.status >= 500) trouble ??= error;
      else if (!isOvertaken(outcome)) this.note(outcome);
    }
    if (trouble) throw trouble;
  }

  /** The error of a store that went away, with what was done before. */
  interruption(error: NgsiError): NgsiError {
    const done = `${this.changed} of ${this.matched} matching entities were changed, the others are as they were`;
    return new NgsiError(error.error, `${error.message}, ${done}`, { status: error.status, cause: error });
  }

  toJson(): string {
    const members: [string, JsonValue][] = [
      ['matched', this.matched],
      ['changed', this.changed],
    ];
    if (this.faults.length > 0) members.push(['faults', this.faults]);
    return renderJson(new Map(members));
  }

  private note(outcome: UpdateOutcome): void {
    if (this.faults.length === MOST_FAULTS) return;
    const fault = singleFault(outcome);
    if (fault === undefined) return;
    const { id, type = '' } = outcome.update.ref;
    this.faults.push(
      new Map([
        ['id', id],
        ['type', type],
        ['error', fault.error],
        ['description', fault.message],
      ]),
    );
  }
}

/** Somebody else deleted it, or changed it so that the filter selects it no more. */
const isOvertaken = ({ result }: UpdateOutcome): boolean =>
  result.kind === 'entityMissing' || (result.kind === 'failed' && orionError(result.error).status === 412);
