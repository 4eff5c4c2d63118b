import { TooCostly } from '@smart-city/context';
import { MatchEffort } from '@smart-city/patterns';

let stepsAllowed = 100_000;

/**
 * Sets the bound of all expressions of one notification, or of one condition. It is called once, before anything is evaluated.
 *
 * @param steps  see {@link JexlBudget}
 */
export function limitExpressions(steps: number): void {
  stepsAllowed = steps;
}

/** Characters that one step reads or writes. */
const CHARACTERS_OF_STEP = 16;

/** Every match searches what is left of the text, so many matches in a long text may cost its square. */
const EFFORT = { oneMatch: 5_000_000, free: 5_000_000, timeMs: 100 };

/** Expressions that cost more than `-expressionSteps`. No part of an expression catches it, unlike a `JexlError`. */
export class JexlOverBudget extends TooCostly {
  override readonly name = 'JexlOverBudget';

  constructor(steps: number) {
    super(`expressions take more than ${steps} steps, the maximum by -expressionSteps`);
  }
}

/**
 * Budget of expressions that are evaluated together. A step evaluates a node of a tree, looks at a part of a value, or
 * reads or writes 16 characters.
 */
export class JexlBudget {
  private readonly allowed = stepsAllowed;
  private left = stepsAllowed;
  /** Regular expressions are counted by their own size. */
  readonly matching = new MatchEffort(EFFORT);

  /** @throws JexlOverBudget  nothing is left */
  spend(steps: number): void {
    if ((this.left -= steps) < 0) throw new JexlOverBudget(this.allowed);
  }
}

/** Evaluation never waits, so there is one at a time. */
let current = new JexlBudget();

/** Names the budget that the evaluation which begins draws on. */
export function beginEvaluation(budget: JexlBudget = new JexlBudget()): void {
  current = budget;
}

/** @throws JexlOverBudget  nothing is left */
export function spend(steps: number): void {
  current.spend(steps);
}

/** @param length  characters that are read or written @throws JexlOverBudget  nothing is left */
export function spendText(length: number): void {
  current.spend(Math.ceil(length / CHARACTERS_OF_STEP));
}

/** Regular expressions that are evaluated together share a limit. */
export const matchEffort = (): MatchEffort => current.matching;
