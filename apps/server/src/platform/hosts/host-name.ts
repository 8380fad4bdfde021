/** The name in a Host header: without its port, its brackets and the dot that may end it. */
export const nameIn = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d*$/, "")
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");
