/** What a person asked for is sent within this time after they pressed something; the rest the page sends by itself. */
const ACTIVE_MS = 10_000;

/** Opening the page counts. */
let lastAct = Date.now();

export const isUserActive = (): boolean => Date.now() - lastAct < ACTIVE_MS;

export const watchUserActivity = (): void => {
  const note = () => {
    lastAct = Date.now();
  };
  for (const act of ["pointerdown", "keydown"]) addEventListener(act, note, { capture: true, passive: true });
};
