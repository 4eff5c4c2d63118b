export interface EffortLimits {
  /** Steps that a single match may need: instructions of the expression times characters of the text. */
  readonly oneMatch: number;
  /** Steps that all matches may need however long they take: a service that pauses refuses nobody for it. */
  readonly free: number;
  /** Milliseconds beyond which nothing more than the free steps is done. */
  readonly timeMs: number;
}

/**
 * What matching regular expressions may cost while one question is answered. Steps are counted at their worst; most
 * matches need far fewer, so many of them are let pass as long as the time allows.
 */
export class MatchEffort {
  private steps = 0;
  private readonly start: number;
  private refused = false;

  constructor(
    private readonly limits: EffortLimits,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.start = now();
  }

  /** Whether a match of these sizes may begin; it counts when it may. Nothing may begin after a refusal. */
  mayMatch(programSize: number, textLength: number): boolean {
    const steps = programSize * (textLength + 1);
    this.steps += steps;
    const tooMuch =
      steps > this.limits.oneMatch ||
      (this.steps > this.limits.free && this.now() - this.start > this.limits.timeMs);
    this.refused ||= tooMuch;
    return !this.refused;
  }

  /** Whether some match was refused. */
  get exhausted(): boolean {
    return this.refused;
  }
}
