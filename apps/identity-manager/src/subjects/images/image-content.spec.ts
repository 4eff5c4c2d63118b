import fc from 'fast-check';
import { mostPixels, readImage } from './image-content';

/** A chunk of PNG; its checksum does not matter here. */
function chunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), content, Buffer.alloc(4)]);
}

function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', Buffer.alloc(10)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Start, one segment, the frame with its size, end. */
function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([
    0xff,
    0xc0,
    0,
    11,
    8,
    height >> 8,
    height & 0xff,
    width >> 8,
    width & 0xff,
    1,
    1,
    0x11,
    0,
  ]);
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2]), frame, Buffer.from([0xff, 0xd9])]);
}

describe('readImage', () => {
  it('knows a PNG and a JPEG by their content', () => {
    expect(readImage(png(40, 30))).toEqual({ mediaType: 'image/png', width: 40, height: 30 });
    expect(readImage(jpeg(40, 30))).toEqual({ mediaType: 'image/jpeg', width: 40, height: 30 });
  });

  it('refuses pictures without pixels, with too many, with something before or after them', () => {
    expect(readImage(png(0, 30))).toBeUndefined();
    expect(readImage(png(mostPixels + 1, 30))).toBeUndefined();
    expect(readImage(jpeg(40, mostPixels + 1))).toBeUndefined();
    for (const image of [png(40, 30), jpeg(40, 30)]) {
      expect(readImage(Buffer.concat([image, Buffer.from('<script>')]))).toBeUndefined();
      expect(readImage(Buffer.concat([Buffer.from('GIF89a'), image]))).toBeUndefined();
    }
  });

  it('refuses a picture that was cut off anywhere', () => {
    for (const image of [png(40, 30), jpeg(40, 30)])
      for (let length = 0; length < image.length; length++)
        expect(readImage(image.subarray(0, length))).toBeUndefined();
  });

  it('answers for any bytes', () => {
    const starts = fc.constantFrom(png(4, 4).subarray(0, 40), jpeg(4, 4).subarray(0, 12), Buffer.alloc(0));
    fc.assert(
      fc.property(starts, fc.uint8Array({ maxLength: 300 }), (start, rest) => {
        const image = readImage(Buffer.concat([start, rest]));
        if (image) expect(image.width).toBeLessThanOrEqual(mostPixels);
      }),
    );
  });
});
