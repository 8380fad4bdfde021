import { sameOriginLink } from "./same-origin-link.ts";

/** With a name, a link saves and never leads away from the page, not even to an error. */
const follow = (address: string, name: string): void => {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
};

/** Gives a file to the browser to keep. */
export const saveFile = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file);
  follow(url, name);
  // The download has begun by then; kept longer, the file would stay in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

/** Has the browser fetch what is behind a link and keep it; the server too is told its name, which comes first. */
export const saveLink = (link: string, name: string): void =>
  follow(sameOriginLink(link, { name }).href, name);
