import { sameOriginLink } from "./same-origin-link.ts";

/** With a file name, a link downloads and never navigates away from the page, even when it fails. */
const follow = (address: string, name: string): void => {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
};

/** Saves a file as a download. */
export const saveFile = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file);
  follow(url, name);
  // The download has started by then, and the file can leave the memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

/** Lets the browser download a link. The name also goes to the server, whose header takes precedence. */
export const saveLink = (link: string, name: string): void =>
  follow(sameOriginLink(link, { name }).href, name);
