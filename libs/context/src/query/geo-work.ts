import { TooCostly } from '../too-costly';

let mostSteps = Infinity;

/**
 * Sets the bound of one decision about two geometries. It is called once on a thread that must not be held up; others have no bound.
 *
 * @param steps  see {@link GeoWork}
 */
export function limitGeometryWork(steps: number): void {
  mostSteps = steps;
}

/** Count of the steps of one decision about two geometries: a step compares two boxes, or a point with an edge. */
export class GeoWork {
  steps = 0;

  /** @throws TooCostly  where the thread has a bound */
  take(steps: number): void {
    this.steps += steps;
    if (this.steps > mostSteps)
      throw new TooCostly(`two geometries take more than ${mostSteps} steps to compare`);
  }
}
