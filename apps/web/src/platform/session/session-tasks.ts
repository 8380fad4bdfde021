/** Tasks of the session, such as exports and downloads. They end with it. */
const tasks = new Set<() => void>();

/** Calls `end` when the session ends before the task does. Call the returned function when the task is done. */
export const onSessionEnd = (end: () => void): (() => void) => {
  tasks.add(end);
  return () => void tasks.delete(end);
};

export const endSessionTasks = (): void => {
  for (const end of [...tasks]) end();
  tasks.clear();
};
