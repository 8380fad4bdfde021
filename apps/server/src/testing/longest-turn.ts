/** The processor time of this thread in milliseconds, however busy the machine is with other things. */
const processorTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Does some work and measures how long it kept everything else on this thread waiting, in milliseconds of processor
 * time, and by how many megabytes the memory of the process grew at most.
 */
export const longestTurn = async <Result>(work: () => Promise<Result>) => {
  const before = process.memoryUsage.rss();
  let [longest, most, isDone] = [0, before, false];
  let last = processorTime();
  const measure = () => {
    const now = processorTime();
    longest = Math.max(longest, now - last);
    last = now;
    most = Math.max(most, process.memoryUsage.rss());
    if (!isDone) setImmediate(measure);
  };
  setImmediate(measure);
  const result = await work().finally(() => {
    isDone = true;
  });
  measure();
  return { result, longest, grown: (most - before) / 1024 ** 2 };
};
