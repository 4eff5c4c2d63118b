/**
 * Why a stream ended. `client`: the reader went. `slow`: too much waited for it. `access`: its bearer may not read on.
 * `gone`: there is nothing to follow any more. `stop`: the broker ends.
 */
export const STREAM_ENDS = ['client', 'slow', 'access', 'gone', 'stop'] as const;
export type StreamEnd = (typeof STREAM_ENDS)[number];
