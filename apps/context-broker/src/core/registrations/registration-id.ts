import { randomBytes } from 'node:crypto';

const PROCESS = randomBytes(5).toString('hex');
let counter = randomBytes(3).readUIntBE(0, 3) & 0x3fffff;

/** A new id of 24 hexadecimal digits in the shape of a MongoDB ObjectId: time, process, counter; later ids sort later. */
export function newRegistrationId(nowMs = Date.now()): string {
  counter = (counter + 1) % 0x1000000;
  const seconds = Math.floor(nowMs / 1000);
  return `${seconds.toString(16).padStart(8, '0')}${PROCESS}${counter.toString(16).padStart(6, '0')}`;
}
