/** Count of the steps of one decision about two geometries: a step compares two boxes, or a point with an edge. */
export class GeoWork {
  steps = 0;

  take(steps: number): void {
    this.steps += steps;
  }
}
