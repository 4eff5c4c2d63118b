interface Entry<T> {
  readonly value: T;
  readonly expiresAtMs: number;
}

/**
 * Answers by token and question, for a short time and in bounded memory: when it is full, the oldest answer of the token
 * that was not used for longest goes. Keys are expected to be short.
 */
export class DecisionCache<T> {
  /** In order of last use. */
  private readonly tokens = new Map<string, Map<string, Entry<T>>>();
  private answerCount = 0;

  /** @param nowMs  a clock that never goes back */
  constructor(
    private readonly capacity: number,
    private readonly nowMs: () => number,
  ) {}

  get size(): number {
    return this.answerCount;
  }

  find(token: string, question: string): T | undefined {
    const answers = this.tokens.get(token);
    const entry = answers?.get(question);
    if (!answers || !entry) return undefined;
    if (entry.expiresAtMs <= this.nowMs()) {
      this.remove(token, answers, question);
      return undefined;
    }
    this.tokens.delete(token);
    this.tokens.set(token, answers);
    return entry.value;
  }

  keep(token: string, question: string, value: T, expiresAtMs: number): void {
    if (this.capacity < 1 || expiresAtMs <= this.nowMs()) return;
    let answers = this.tokens.get(token);
    if (!answers) this.tokens.set(token, (answers = new Map<string, Entry<T>>()));
    if (!answers.delete(question)) this.answerCount++;
    answers.set(question, { value, expiresAtMs });
    while (this.answerCount > this.capacity) this.dropOldest();
  }

  /** Forgets all that was answered about a token. */
  drop(token: string): void {
    this.answerCount -= this.tokens.get(token)?.size ?? 0;
    this.tokens.delete(token);
  }

  private dropOldest(): void {
    for (const [token, answers] of this.tokens) {
      for (const question of answers.keys()) return this.remove(token, answers, question);
    }
  }

  private remove(token: string, answers: Map<string, Entry<T>>, question: string): void {
    if (answers.delete(question)) this.answerCount--;
    if (answers.size === 0) this.tokens.delete(token);
  }
}
