import { type Logger, pino } from "pino";

export type Log = Logger;

/** One JSON object a line; on a terminal, lines for people. Secrets never get here. */
export const makeLog = (level: string): Log =>
  pino({
    level,
    redact: { paths: ["req.headers.authorization", "req.headers.cookie"], remove: true },
    ...(process.stdout.isTTY
      ? {
          transport: {
            target: "pino-pretty",
            options: { ignore: "pid,hostname", translateTime: "HH:MM:ss" },
          },
        }
      : {}),
  });
