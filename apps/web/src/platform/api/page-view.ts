/** Of this load of the document. */
const load = Math.random().toString(36).slice(2, 10);
let count = 0;
let page = "";

/** A number of its own for every page that is opened, and its path: the audit has each page that support access opens. */
export const pageView = (): string => {
  if (page !== location.pathname) {
    page = location.pathname;
    count++;
  }
  return `${load}${count} ${page}`;
};
