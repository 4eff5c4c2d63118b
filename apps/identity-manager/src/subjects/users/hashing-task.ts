const PASSES = 2;

/**
 * Settings of argon2id (algorithm 2; the package has it as a const enum): two passes over so much memory. OWASP recommends 19,456 KiB.
 */
export const argon2 = (memoryKib: number) => ({
  algorithm: 2,
  memoryCost: memoryKib,
  timeCost: PASSES,
  parallelism: 1,
});

/** Whether a hash was made with less than passwords are hashed with now. */
export function isWeaker(stored: string, memoryKib: number): boolean {
  const [, memory, passes] = /[$]m=(\d+),t=(\d+)/.exec(stored) ?? [];
  return !(Number(memory) >= memoryKib && Number(passes) >= PASSES);
}

export type HashingTask =
  | { readonly kind: 'hash'; readonly password: string; readonly memoryKib: number }
  | { readonly kind: 'verify'; readonly stored: string; readonly password: string };

export interface HashingRequest {
  readonly id: number;
  readonly task: HashingTask;
}

/** One of the members beside `id`. */
export interface HashingReply {
  readonly id: number;
  readonly result?: string | boolean;
  readonly failure?: string;
}
