/** A file that goes with an e-mail. */
export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** One line with the name and the type, and the content in base64 after it. */
export const storedAttachment = ({ filename, contentType, content }: Attachment): string =>
  `${JSON.stringify({ filename, contentType })}\n${content.toString("base64")}`;

export const parseAttachment = (stored: string): Attachment => {
  const end = stored.indexOf("\n");
  const { filename, contentType } = JSON.parse(stored.slice(0, end)) as Omit<Attachment, "content">;
  return { filename, contentType, content: Buffer.from(stored.slice(end + 1), "base64") };
};
