import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

/**
 * The parts of a signed link or a token, a password link's token and an API key are such character sequences, also in
 * percent-encoding; ids and names are shorter. A reader of the log must not be able to use them.
 */
const SECRET = /(?:eyJ[\w-]*\.)?(?:[\w-]|%[0-9a-f]{2}){40,}(?:\.[\w-]+)*/gi;

const withoutSecrets = (line: string): string => line.replace(SECRET, "[redacted]");

/** One JSON object per line; on a terminal, readable lines. Every line is filtered here, without secrets. */
export const makeLog = (level: string, destination?: DestinationStream): Log => {
  const options = {
    level,
    redact: { paths: ["req.headers.authorization", "req.headers.cookie"], remove: true },
    hooks: { streamWrite: withoutSecrets },
  };
  if (destination) return pino(options, destination);
  return pino({
    ...options,
    ...(process.stdout.isTTY
      ? {
          transport: {
            target: "pino-pretty",
            options: { ignore: "pid,hostname", translateTime: "HH:MM:ss" },
          },
        }
      : {}),
  });
};
