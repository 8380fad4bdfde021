/** How long and how often is measured. */
export interface Effort {
  readonly rounds: number;
  /** Requests of one client in one round. */
  readonly requests: number;
  /** A round of a slow interaction ends here, with at least `least` requests. */
  readonly roundTimeout: number;
  readonly minRequests: number;
  readonly warmUp: number;
  /** Milliseconds of 16 clients in one round. */
  readonly rateDuration: number;
}

/** Three rounds: at least 200 requests of one client, and three seconds of 16. */
export const FULL: Effort = {
  rounds: 3,
  requests: 80,
  roundTimeout: 8_000,
  minRequests: 20,
  warmUp: 20,
  rateDuration: 1_000,
};
export const QUICK: Effort = {
  rounds: 2,
  requests: 10,
  roundTimeout: 2_000,
  minRequests: 5,
  warmUp: 6,
  rateDuration: 200,
};

export const CONCURRENT_CLIENTS = 16;

type RequestFn = () => Promise<unknown>;

export interface Latency {
  readonly p50: number;
  readonly p95: number;
}

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
const ascending = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);
const median = (numbers: readonly number[]): number => quantile(ascending(numbers), 0.5);

export const latencyOf = (times: readonly number[]): Latency => {
  const sorted = ascending(times);
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) };
};

const measureLatency = async (send: RequestFn, effort: Effort): Promise<Latency> => {
  const times: number[] = [];
  const began = performance.now();
  while (times.length < effort.requests) {
    if (times.length >= effort.minRequests && performance.now() - began > effort.roundTimeout) break;
    const at = performance.now();
    await send();
    times.push(performance.now() - at);
  }
  return latencyOf(times);
};

/** Requests per second; one that was in progress at the end counts, and so does its time. */
const measureRate = async (send: RequestFn, effort: Effort): Promise<number> => {
  const began = performance.now();
  let done = 0;
  const caller = async () => {
    while (performance.now() - began < effort.rateDuration) {
      await send();
      done++;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_CLIENTS }, caller));
  return (done / (performance.now() - began)) * 1_000;
};

export interface Measured<Name extends string> {
  readonly latency: Readonly<Record<Name, Latency>>;
  readonly rate: Readonly<Record<Name, number>>;
}

/** In rounds, each contender in alternation, so that a slow moment of the machine affects them all; medians of the rounds. */
export const compare = async <Name extends string>(
  contenders: Readonly<Record<Name, RequestFn>>,
  effort: Effort,
): Promise<Measured<Name>> => {
  const names = Object.keys(contenders) as Name[];
  const latencies = new Map<Name, Latency[]>(names.map((name) => [name, []]));
  const rates = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (const name of names) for (let at = 0; at < effort.warmUp; at++) await contenders[name]();
  for (let round = 0; round < effort.rounds; round++) {
    for (const name of names) latencies.get(name)?.push(await measureLatency(contenders[name], effort));
  }
  // Sixteen use connections that have planned nothing yet.
  for (const name of names)
    await measureRate(contenders[name], { ...effort, rateDuration: effort.rateDuration / 4 });
  for (let round = 0; round < effort.rounds; round++) {
    for (const name of names) rates.get(name)?.push(await measureRate(contenders[name], effort));
  }
  const each = <T>(of: (name: Name) => T) =>
    Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, T>;
  return {
    latency: each((name) => ({
      p50: median((latencies.get(name) ?? []).map(({ p50 }) => p50)),
      p95: median((latencies.get(name) ?? []).map(({ p95 }) => p95)),
    })),
    rate: each((name) => median(rates.get(name) ?? [])),
  };
};
