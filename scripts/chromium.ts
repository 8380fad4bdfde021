import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const SYSTEM = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

const present = (): string | undefined =>
  [process.env.CHROMIUM_PATH, ...SYSTEM, chromium.executablePath()].find((path) => path && existsSync(path));

const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  }).status === 0;

const install = (debianPackage: string): boolean => {
  const isDebianRoot = process.getuid?.() === 0 && existsSync("/etc/debian_version");
  return (
    isDebianRoot && run("apt-get", "update", "-qq") && run("apt-get", "install", "-y", "-qq", debianPackage)
  );
};

/** A real Chromium: the one that is here, else Debian's package for root on Debian, else Playwright's download. */
export const findChromium = (): string => {
  const here = present();
  if (here) return here;
  console.log("No Chromium found; installing one …");
  install("chromium");
  if (!present()) run(process.execPath, "node_modules/@playwright/test/cli.js", "install", "chromium");
  const found = present();
  if (found) return found;
  console.error("The browser tests need a Chromium: install one, or set CHROMIUM_PATH to it.");
  process.exit(1);
};

const SHELL = "/usr/bin/chromium-headless-shell";

/** The same browser without its windows, where there is one: tests take a quarter less time. It shows no PDF. */
export const findHeadlessShell = (): string | undefined =>
  existsSync(SHELL) || install("chromium-headless-shell") ? SHELL : undefined;
