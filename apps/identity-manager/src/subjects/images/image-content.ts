export interface ImageContent {
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
}

/** Longest side of a picture, in pixels; a small file can unpack to an enormous one. */
export const mostPixels = 2048;

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Walks the chunks from IHDR to IEND; each must end within the file, and nothing may follow. */
function readPng(file: Buffer): ImageContent | undefined {
  if (file.length < 45 || !file.subarray(0, 8).equals(pngSignature)) return undefined;
  if (file.readUInt32BE(8) !== 13 || file.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  let hasPixels = false;
  for (let at = 8; at + 12 <= file.length;) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const end = at + 12 + length;
    if (end > file.length) return undefined;
    hasPixels ||= type === 'IDAT';
    if (type === 'IEND')
      return hasPixels && end === file.length
        ? { mediaType: 'image/png', width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
        : undefined;
    at = end;
  }
  return undefined;
}

/** Walks the segments to the frame header, which has the size; the file must end with EOI. */
function readJpeg(file: Buffer): ImageContent | undefined {
  if (file.length < 20 || file.readUInt16BE(0) !== 0xffd8 || file.readUInt16BE(file.length - 2) !== 0xffd9)
    return undefined;
  for (let at = 2; at + 9 < file.length;) {
    if (file[at] !== 0xff) return undefined;
    const marker = file[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame)
      return { mediaType: 'image/jpeg', height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
    at += 2 + file.readUInt16BE(at + 2);
  }
  return undefined;
}

/** What a file is by its content, whatever its name says; undefined when it is no PNG or JPEG of sensible size. */
export function readImage(file: Buffer): ImageContent | undefined {
  const image = readPng(file) ?? readJpeg(file);
  if (!image) return undefined;
  const { width, height } = image;
  return width > 0 && height > 0 && width <= mostPixels && height <= mostPixels ? image : undefined;
}
