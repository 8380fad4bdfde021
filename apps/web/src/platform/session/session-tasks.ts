/** Work that belongs to whoever is signed in: an export, a download. It ends with them, however they leave. */
const tasks = new Set<() => void>();

/** `end` is called when the person leaves before the work is over; the answer tells that it is over. */
export const onSessionEnd = (end: () => void): (() => void) => {
  tasks.add(end);
  return () => void tasks.delete(end);
};

export const endSessionTasks = (): void => {
  for (const end of [...tasks]) end();
  tasks.clear();
};
