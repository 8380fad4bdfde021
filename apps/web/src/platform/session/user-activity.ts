/** What a person asked for is sent within this time after they pressed something; the rest the page sends by itself. */
const ACTIVE_MS = 10_000;
/** Who types into a form asks the server for nothing meanwhile: so often, the server is told that they are there. */
const TOLD_EVERY_MS = 60_000;

/** Opening the page counts. */
let lastAct = Date.now();
/** When the server last learned that somebody is there. */
let lastTold = Date.now();

export const isUserActive = (): boolean => Date.now() - lastAct < ACTIVE_MS;

/** A request that counts as use of the session is sent. */
export const noteUse = (): void => {
  lastTold = Date.now();
};

/** `tell` is called when a person does something, and the server was not told for a minute. */
export const watchUserActivity = (tell: () => void): void => {
  const note = () => {
    lastAct = Date.now();
    if (lastAct - lastTold < TOLD_EVERY_MS) return;
    noteUse();
    tell();
  };
  for (const act of ["pointerdown", "keydown"]) addEventListener(act, note, { capture: true, passive: true });
};
