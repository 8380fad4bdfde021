import { createHash } from "node:crypto";
import { failField } from "@mcc/contract/kit/errors.ts";
import { LOGO_MAX, LOGO_SIDE, themeMessages as says } from "@mcc/contract/theme/company-theme.schema.ts";

/** What the pages have room for, twice as many pixels for screens with small ones. */
const DRAWN = { width: 640, height: 160 } as const;
const SECONDS = 10;

/** The first bytes of the accepted types. The name and the declared type of a file say nothing. */
const isPicture = (file: Buffer): boolean => {
  const starts = (...bytes: number[]) => bytes.every((byte, at) => file[at] === byte);
  const says = (text: string, at: number) => file.toString("latin1", at, at + text.length) === text;
  const isPng = starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const isJpeg = starts(0xff, 0xd8, 0xff);
  const isWebp = says("RIFF", 0) && says("WEBP", 8);
  return isPng || isJpeg || isWebp;
};

const isVector = (file: Buffer): boolean =>
  /^\s*(?:<\?xml|<svg|<!DOCTYPE svg)/i.test(file.toString("utf8", 0, 200));

/** Loaded with the first logo: it is large, and most processes never need it. Only the readers of the accepted types run. */
const loadSharp = async () => {
  const { default: sharp } = await import("sharp");
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer", "VipsForeignLoadWebpBuffer"],
  });
  return sharp;
};

/**
 * Draws an uploaded logo again as PNG: what else the file holds, such as metadata or a script behind the picture, is not
 * in the result. Its size is read from the header first, so that a small file with very many pixels is never unpacked.
 */
export const drawLogo = async (file: Buffer): Promise<{ content: Buffer; hash: string }> => {
  if (file.length > LOGO_MAX) failField("content", says.logoFile);
  if (!isPicture(file)) failField("content", isVector(file) ? says.logoVector : says.logoUnreadable);
  const sharp = await loadSharp();
  const picture = sharp(file, { limitInputPixels: LOGO_SIDE.max ** 2, pages: 1, failOn: "error" });
  const { width, height } = await picture.metadata().catch(() => failField("content", says.logoUnreadable));
  if (Math.min(width, height) < LOGO_SIDE.min) failField("content", says.logoTooSmall);
  if (Math.max(width, height) > LOGO_SIDE.max) failField("content", says.logoTooLarge);
  const content = await picture
    .autoOrient()
    .resize({ ...DRAWN, fit: "inside", withoutEnlargement: true })
    .timeout({ seconds: SECONDS })
    .png({ compressionLevel: 9 })
    .toBuffer()
    .catch(() => failField("content", says.logoUnreadable));
  return { content, hash: createHash("sha256").update(content).digest("hex").slice(0, 32) };
};
