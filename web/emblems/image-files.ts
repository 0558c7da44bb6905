import { crc32, deflateSync } from 'node:zlib';

/**
 * Encodes a square grey JPEG (ITU-T T.81, baseline) of flat 8 × 8 blocks, which need no cosine transform. Shown at a tenth of its
 * size, the blocks are invisible.
 */
export function greyJpeg(blocks: number, shades: readonly number[]): Uint8Array {
  const size = blocks * 8;
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xdb, [0, ...Array.from({ length: 64 }, () => 8)]),
    ...segment(0xc0, [8, size >> 8, size & 255, size >> 8, size & 255, 1, 1, 0x11, 0]),
    ...segment(0xc4, [0x00, ...codesPerLength(differenceSizes.length), ...differenceSizes]),
    ...segment(0xc4, [0x10, ...codesPerLength(1), 0]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
    ...scan(shades),
    ...[0xff, 0xd9],
  ]);
}

const segment = (marker: number, body: readonly number[]): number[] => {
  const length = body.length + 2;
  return [0xff, marker, length >> 8, length & 255, ...body];
};

/** The Huffman table: the number of bits of a difference is coded as itself, in four bits. */
const differenceSizes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const codeLength = 4;
const codesPerLength = (count: number): number[] =>
  Array.from({ length: 16 }, (_, index) => (index === codeLength - 1 ? count : 0));

function scan(shades: readonly number[]): number[] {
  let bits = '';
  let before = 0;
  for (const shade of shades) {
    const level = Math.round(shade) - 128;
    bits += difference(level - before) + '0'.repeat(codeLength);
    before = level;
  }
  const bytes = bits.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.padEnd(8, '1'), 2)) ?? [];
  return bytes.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte]));
}

/** The size of a difference, then the difference itself; a negative one is written as one less, without its sign bit. */
function difference(amount: number): string {
  const size = amount === 0 ? 0 : Math.floor(Math.log2(Math.abs(amount))) + 1;
  const written = amount < 0 ? amount + 2 ** size - 1 : amount;
  return size.toString(2).padStart(codeLength, '0') + (size === 0 ? '' : written.toString(2).padStart(size, '0'));
}

/** Encodes a square PNG with 8-bit RGBA (W3C PNG, colour type 6). */
export function png(size: number, pixels: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const lines = Buffer.alloc(size * (size * 4 + 1));
  for (let row = 0; row < size; row++) {
    lines.set(pixels.subarray(row * size * 4, (row + 1) * size * 4), row * (size * 4 + 1) + 1);
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const body = deflateSync(lines, { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, body: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'ascii'), body]);
  const framed = Buffer.alloc(typed.length + 8);
  framed.writeUInt32BE(body.length, 0);
  framed.set(typed, 4);
  framed.writeUInt32BE(crc32(typed), typed.length + 4);
  return framed;
}
