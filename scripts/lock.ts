import { readFileSync, writeFileSync } from "node:fs";

/**
 * `npm run lock`, after `npm install` has changed the lock file: names every optional package of another platform that
 * a partial registry left out. Without these entries `npm ci` calls the lock file out of step; with them each
 * platform's npm fetches its own and passes over the rest.
 */
interface Entry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const FILE = "package-lock.json";
const lock = JSON.parse(readFileSync(FILE, "utf8")) as { packages: Record<string, Entry> };

const SYSTEMS = [
  "darwin",
  "linux",
  "win32",
  "android",
  "freebsd",
  "openharmony",
  "sunos",
  "aix",
  "netbsd",
  "openbsd",
];
const PROCESSORS = ["arm64", "x64", "ia32", "arm", "ppc64", "riscv64", "s390x", "loong64", "wasm32"];

const platformOf = (name: string): Pick<Entry, "os" | "cpu" | "libc"> => {
  const words = name.split(/[-/]/);
  const os =
    SYSTEMS.find((system) => words.includes(system)) ?? (words.includes("windows") ? "win32" : undefined);
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  const libc = words.some((word) => word.startsWith("musl")) ? "musl" : os === "linux" && "glibc";
  return {
    ...(os ? { os: [os] } : {}),
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(libc ? { libc: [libc] } : {}),
  };
};

for (const parent of Object.values(lock.packages)) {
  for (const [name, range] of Object.entries(parent.optionalDependencies ?? {})) {
    const path = `node_modules/${name}`;
    if (lock.packages[path]) continue;
    const version = range.replace(/^[\^~]/, "");
    lock.packages[path] = {
      version,
      ...(parent.dev ? { dev: true } : {}),
      optional: true,
      ...platformOf(name),
    };
    console.log(`added ${name}@${version}`);
  }
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
