import { crc32, deflateSync } from "node:zlib";
import type { Random } from "../random.ts";

const WIDTH = 720;
const HEIGHT = 480;
const PAPER = 244;
const RULE = 190;
const INK = 40;

/** A photo of a slip: a sheet with ruled lines and a signature below them, in shades of grey. */
export const drawPicture = (random: Random): Buffer => {
  const pixels = Buffer.alloc(WIDTH * HEIGHT, PAPER);
  const dot = (x: number, y: number, size: number, shade: number) => {
    for (let row = y; row < y + size; row++) pixels.fill(shade, row * WIDTH + x, row * WIDTH + x + size);
  };
  for (let y = 60; y <= 300; y += 30) for (let x = 60; x < WIDTH - 60; x++) dot(x, y, 1, RULE);
  for (let y = 50; y < 300; y += 30) {
    const words = random.integer(120, 520);
    for (let x = 70; x < 70 + words; x += 3) if (x % 42 < 33) dot(x, y, 2, INK + 60);
  }
  const [swing, pace] = [random.integer(14, 30), random.integer(9, 17)];
  for (let step = 0; step < 1_600; step++) {
    const x = 380 + Math.round(step / 8);
    const y = 390 + Math.round(swing * Math.sin(step / pace / 4) * Math.cos(step / 310));
    dot(x, y, 3, INK);
  }
  return writePng(pixels);
};

/** A PNG of 8-bit grey: each row begins with the filter it uses, which is none. */
const writePng = (pixels: Buffer): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.writeUInt8(8, 8);
  const rows = Array.from({ length: HEIGHT }, (_, row) =>
    Buffer.concat([Buffer.of(0), pixels.subarray(row * WIDTH, (row + 1) * WIDTH)]),
  );
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

const chunk = (type: string, content: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};
