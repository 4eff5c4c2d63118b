/** OWASP's recommendation for argon2id (algorithm 2; the package has it as a const enum) with 19 MiB. */
export const argon2 = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export type HashingTask =
  | { readonly kind: 'hash'; readonly password: string }
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
