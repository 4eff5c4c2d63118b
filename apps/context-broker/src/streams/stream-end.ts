/**
 * Why a stream ended. `client`: the reader went. `slow`: too much waited for it. `access`: its bearer may not read on.
 * `stop`: the broker ends.
 */
export const STREAM_ENDS = ['client', 'slow', 'access', 'stop'] as const;
export type StreamEnd = (typeof STREAM_ENDS)[number];
