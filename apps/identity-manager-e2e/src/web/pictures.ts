import { deflateSync } from 'node:zlib';

const crcTable = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (crcTable[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

const red = Buffer.from([200, 20, 20]);
const blue = Buffer.from([20, 20, 200]);

const row = (width: number, colour: Buffer) => Buffer.alloc(width * 3, colour);

/** A picture of equal lines, each of three bytes a pixel. */
function pictureOf(width: number, height: number, pixels: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.concat([Buffer.from([0]), pixels]);
  const content = deflateSync(Buffer.concat(Array<Buffer>(height).fill(line)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', content),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A picture of one colour. */
export const png = (width: number, height: number): Buffer => pictureOf(width, height, row(width, blue));

/** A picture that is red on the left and blue on the right. */
export const redAndBlue = (width: number, height: number): Buffer =>
  pictureOf(width, height, Buffer.concat([row(width / 2, red), row(width / 2, blue)]));

export const upload = (name: string, buffer: Buffer, mimeType = 'image/png') => ({ name, mimeType, buffer });
