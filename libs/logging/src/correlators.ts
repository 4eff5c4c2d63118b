import { randomBytes } from 'node:crypto';

/** 100 ns steps between 1582-10-15 and 1970-01-01, in milliseconds. */
const GREGORIAN_OFFSET_MS = 12_219_292_800_000;
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
const BYTES = Array.from({ length: 0x100 }, (_, byte) => hex(byte, 2));

/**
 * Makes `Fiware-Correlator`s as the original does: time-based UUIDs (RFC 9562, version 1) in lower case. The node is random,
 * with the multicast bit set.
 */
export function createCorrelators(): () => string {
  const seed = randomBytes(8);
  seed[0]! |= 0x01;
  const node = seed.subarray(0, 6).toString('hex');
  const clock = hex(0x8000 | (seed.readUInt16BE(6) & 0x3fff), 4);
  let lastMs = 0;
  let step = 0;
  let lastHead = -1;
  let head = '';
  let lastHigh = -1;
  let tail = '';
  return () => {
    let nowMs = Date.now();
    if (nowMs > lastMs) {
      lastMs = nowMs;
      step = 0;
    } else {
      step += 1;
      if (step === 10_000) {
        lastMs += 1;
        step = 0;
      }
      nowMs = lastMs;
    }
    const ms = nowMs + GREGORIAN_OFFSET_MS;
    const low = ((ms & 0xfffffff) * 10_000 + step) % 0x1_0000_0000;
    const high = Math.floor((ms / 0x1_0000_0000) * 10_000) & 0xfffffff;
    if (high !== lastHigh) {
      lastHigh = high;
      tail = `-${hex(high & 0xffff, 4)}-${hex(((high >>> 16) & 0x0fff) | 0x1000, 4)}-${clock}-${node}`;
    }
    // Requests of some milliseconds share all but the last four digits of the first part, and the rest.
    const lowHead = Math.floor(low / 0x1_0000);
    if (lowHead !== lastHead) {
      lastHead = lowHead;
      head = hex(lowHead, 4);
    }
    return head + BYTES[(low >>> 8) & 0xff]! + BYTES[low & 0xff]! + tail;
  };
}

/** The part of a correlator before the first `;`: what one user request keeps through forwards and notifications. */
export function correlatorRoot(correlator: string): string {
  const end = correlator.indexOf(';');
  return end === -1 ? correlator : correlator.slice(0, end).trimEnd();
}
