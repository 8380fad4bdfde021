import { isIP } from "node:net";
import { z } from "zod";

export const url = (name: string, ...schemes: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)),
      `${name} must be a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}.`,
    );
export const oneOf = <const V extends readonly string[]>(name: string, values: V) =>
  z.enum(values, { error: `${name} must be one of ${values.join(", ")}.` });

export const SECRET_MIN = 32;
const SECRET_VARIETY = 8;

export const secret = (name: string) =>
  z
    .string()
    .min(SECRET_MIN, `${name} must have at least ${SECRET_MIN} characters.`)
    .refine(
      (value) => new Set(value).size >= SECRET_VARIETY && !/^(.+?)\1+$/s.test(value),
      `${name} must be random: at least ${SECRET_VARIETY} different characters, and no repetition of one piece.`,
    );

/** Separated by blanks, which no random secret has. */
export const secrets = (name: string) =>
  z
    .string()
    .default("")
    .transform((list) => list.split(/\s+/).filter(Boolean))
    .pipe(z.array(secret(name)));

export const networks = (name: string) =>
  z
    .string()
    .refine(
      (list) => listOf(list).every(isNetwork),
      `${name} must be addresses or networks such as 10.0.0.0/8, separated by commas.`,
    )
    .default("");

export const isDay = (text: string): boolean => {
  const day = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : Number.NaN);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text); // 30 February becomes 2 March
};

export const HOST_NAME = /^(?:\*\.)?(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::\d{1,5})?$/;

export const entriesOf = (list: string): string[] =>
  list
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
export const listOf = (list: string): string[] => entriesOf(list.toLowerCase());

/** What RFC 9116 allows: an e-mail address, a page over TLS, or a telephone number. */
export const CONTACT = /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+?[\d-]+)$/;

export const isNetwork = (text: string): boolean => {
  const [address = "", bits, ...rest] = text.trim().split("/");
  const most = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  );
};

/** A host with its port, or a socket of this machine. */
export const isScanner = (text: string): boolean => {
  const { protocol, hostname, port, pathname } = URL.parse(text) ?? {};
  if (protocol === "unix:") return !hostname && pathname?.startsWith("/") === true && pathname.length > 1;
  return protocol === "tcp:" && Boolean(hostname && port);
};

export const wholeNumber = (name: string, most: number) =>
  z
    .string()
    .refine(
      (value) => /^[1-9]\d{0,8}$/.test(value) && Number(value) <= most,
      `${name} must be a whole number from 1 to ${most}.`,
    )
    .transform(Number);

/** Where the operator collects the audit and the sign-ins. */
export interface CollectorSettings {
  /** https:// with a secret, or syslog+tls:// */
  readonly url: string;
  readonly secret: string | undefined;
  /** A file with the certificates that are trusted, in PEM; none: those of the system. */
  readonly caFile: string | undefined;
}

export const collectorVariables = {
  MCC_COLLECTOR_URL: url("MCC_COLLECTOR_URL", "https", "syslog+tls").optional(),
  MCC_COLLECTOR_SECRET: z
    .string()
    .min(SECRET_MIN, `MCC_COLLECTOR_SECRET must have at least ${SECRET_MIN} characters.`)
    .optional(),
  MCC_COLLECTOR_CA: z.string().optional(),
};
type CollectorValues = { readonly [Name in keyof typeof collectorVariables]?: string | undefined };

/** What is wrong with these variables together. */
export const collectorProblem = (env: CollectorValues): string | undefined => {
  if (!env.MCC_COLLECTOR_URL)
    return env.MCC_COLLECTOR_SECRET || env.MCC_COLLECTOR_CA
      ? "MCC_COLLECTOR_URL must be set too when any MCC_COLLECTOR_ variable is."
      : undefined;
  return env.MCC_COLLECTOR_URL.startsWith("https:") && !env.MCC_COLLECTOR_SECRET
    ? "MCC_COLLECTOR_SECRET must be set too when MCC_COLLECTOR_URL is https://."
    : undefined;
};

export const collectorOf = (env: CollectorValues): CollectorSettings | undefined =>
  env.MCC_COLLECTOR_URL
    ? { url: env.MCC_COLLECTOR_URL, secret: env.MCC_COLLECTOR_SECRET, caFile: env.MCC_COLLECTOR_CA }
    : undefined;

interface TraceVariables {
  readonly OTEL_SDK_DISABLED?: string | undefined;
  readonly OTEL_TRACES_EXPORTER?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_TRACES_SAMPLER_ARG?: number | undefined;
}

export const tracesOf = (env: TraceVariables): { readonly ratio: number | undefined } | undefined => {
  const isOff = env.OTEL_SDK_DISABLED?.toLowerCase() === "true" || env.OTEL_TRACES_EXPORTER === "none";
  const target = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT;
  return isOff || !target ? undefined : { ratio: env.OTEL_TRACES_SAMPLER_ARG };
};
