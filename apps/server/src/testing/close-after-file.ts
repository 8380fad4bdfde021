/** What the tests of a file have opened. A worker runs many files, and what one leaves open another one pays for. */
const opened: (() => unknown)[] = [];

/** Closes it after the last test of the file. */
export const closeAfterFile = (close: () => unknown): void => {
  opened.push(close);
};

export const closeOpened = async (): Promise<void> => {
  for (const close of opened.splice(0).reverse()) await close();
};
