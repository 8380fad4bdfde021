/** Archives whose length is known before they are made: headers and paddings of their files (POSIX ustar). */
const BLOCK = 512;

export const TAR_END = Buffer.alloc(2 * BLOCK);

export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

/** What a file takes in an archive, with its header. */
export const tarSize = (size: number): number => BLOCK + Math.ceil(size / BLOCK) * BLOCK;

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, "0")}\0`;

/** Names of up to 100 bytes and sizes below 8 GB. */
export const tarHeader = (name: string, size: number, modified: Date): Buffer => {
  if (Buffer.byteLength(name) > 100 || size >= 8 ** 11) throw new Error(`${name} does not fit into a tar.`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write(octal(0o600, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(Math.floor(modified.getTime() / 1000), 12), 136);
  header.write("        ", 148);
  header.write("0", 156);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
};
