import { readFileSync } from "node:fs";

/** Preloaded into a process of a test: its clock runs ahead of the machine's by the milliseconds that a file has. */
const file = process.env.CLOCK_FILE ?? "";
const Machine = Date;
const now = (): number => Machine.now() + Number(readFileSync(file, "utf8"));

globalThis.Date = new Proxy(Machine, {
  construct: (_, given) => (given.length === 0 ? new Machine(now()) : Reflect.construct(Machine, given)),
  apply: () => new Machine(now()).toString(),
  get: (_, name) => (name === "now" ? now : Reflect.get(Machine, name)),
});
