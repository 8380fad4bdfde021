import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import {
  CONTACT,
  type CollectorSettings,
  collectorOf,
  collectorProblem,
  collectorVariables,
  entriesOf,
  HOST_NAME,
  isDay,
  isNetwork,
  isScanner,
  listOf,
  networks,
  oneOf,
  SECRET_MIN,
  secret,
  secrets,
  tracesOf,
  url,
  wholeNumber,
} from "./env-values.ts";
import type { Secrets } from "./platform/access/secrets/secrets.ts";
import type { S3Settings } from "./platform/files/s3-storage.ts";
import { slotLimits } from "./platform/http/limits/limits.ts";
import { isLoopbackHost } from "./platform/ip-addresses.ts";

/** The settings of an operator, and the message for each invalid value before anything is started. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  /** None: the embedded PostgreSQL in the data directory. */
  readonly databaseUrl: string | undefined;
  /** Past a transaction pooler: for migrations, the job queue and notifications. None: the same as the database. */
  readonly directUrl: string | undefined;
  /** A streaming replica, which exports and analytics may read from. */
  readonly replicaUrl: string | undefined;
  /** Off behind a transaction pooler, where a connection keeps nothing from one transaction to the next. */
  readonly preparedStatements: boolean;
  readonly dataDir: string;
  readonly demo: boolean;
  /** Which hosts the domain of a company stands for. */
  readonly environment: "production" | "test";
  /** The day the demo is filled as of, at midnight UTC; none: the day it is filled on. */
  readonly demoDate: Date | undefined;
  /** Reachable from this machine only, with the embedded database: no other user can reach the demo. */
  readonly isLocal: boolean;
  /** The first one signs and encrypts. None: generated into the data directory on first start. */
  readonly secrets: Secrets | undefined;
  readonly publicUrl: string | undefined;
  /** Further host names it serves besides that of the public address and this machine's own. */
  readonly hosts: readonly string[];
  readonly s3: S3Settings | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly smsWebhookUrl: string | undefined;
  /** An external theme service; none: our own. */
  readonly theme: { readonly url: string; readonly key: string } | undefined;
  /** The tracking address when neither order nor company have one; {identifier} is replaced. */
  readonly trackingUrl: string | undefined;
  /** Where the portal may fetch documents from: hosts, and the private networks those may be in. */
  readonly documents: { readonly hosts: readonly string[]; readonly networks: readonly string[] };
  /** clamd, which looks through every file that arrives; none: files are not scanned. */
  readonly virusScanner: URL | undefined;
  /** Private networks that events may be sent into: to the provider, and to receivers that companies add. */
  readonly eventNetworks: readonly string[];
  readonly webhookNetworks: readonly string[];
  /** Private networks that identity providers may be in; none by default. */
  readonly identityNetworks: readonly string[];
  /** Who is told of a vulnerability: the contacts in security.txt. */
  readonly securityContacts: readonly string[];
  /** Networks that may read the metrics, besides this machine. */
  readonly metricsNetworks: readonly string[];
  /** Where the audit and the sign-ins are sent: https:// with a secret, or syslog+tls://, and a file of certificates. */
  readonly collector: CollectorSettings | undefined;
  /** Proxies whose X-Forwarded-For is trusted; none by default. */
  readonly trustedProxies: string | undefined;
  /** Where traces go is read by OpenTelemetry itself; none: they are off, and nothing of it is loaded. */
  readonly traces: { readonly ratio: number | undefined } | undefined;
  /** What each API key may send to one process. */
  readonly keyRequests: { readonly perSecond: number; readonly atOnce: number };
  readonly role: "all" | "web" | "worker";
  /** Stopping that takes longer is broken off. */
  readonly stopSeconds: number;
  /** How long a replaced file is kept: a database restored to a moment within them finds its files. */
  readonly replacedFileDays: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** A wrong setting, in one sentence for the operator. */
class SettingsError extends Error {}

const Environment = z.object({
  PORT: z
    .string()
    .refine(
      (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535,
      "PORT must be a whole number from 0 to 65535.",
    )
    .transform(Number)
    .default(3000),
  HOST: z
    .string()
    .refine(
      (value) => isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value),
      "HOST must be an address or a host name of this machine.",
    )
    .default("127.0.0.1"),
  DATABASE_URL: url("DATABASE_URL", "postgres", "postgresql").optional(),
  DATABASE_DIRECT_URL: url("DATABASE_DIRECT_URL", "postgres", "postgresql").optional(),
  DATABASE_REPLICA_URL: url("DATABASE_REPLICA_URL", "postgres", "postgresql").optional(),
  MCC_PREPARED_STATEMENTS: oneOf("MCC_PREPARED_STATEMENTS", ["on", "off"]).default("on"),
  MCC_DATA_DIR: z.string().default(".data"),
  MCC_DEMO: oneOf("MCC_DEMO", ["on", "off"]).optional(),
  MCC_ENVIRONMENT: oneOf("MCC_ENVIRONMENT", ["production", "test"]).optional(),
  MCC_DEMO_DATE: z
    .string()
    .refine(isDay, "MCC_DEMO_DATE must be a day such as 2026-03-16.")
    .transform((day) => new Date(day))
    .optional(),
  MCC_SECRET: secret("MCC_SECRET").optional(),
  MCC_OTHER_SECRETS: secrets("MCC_OTHER_SECRETS"),
  MCC_PUBLIC_URL: url("MCC_PUBLIC_URL", "http", "https").optional(),
  MCC_HOSTS: z
    .string()
    .refine(
      (list) => listOf(list).every((host) => HOST_NAME.test(host) && !/:\d+$/.test(host)),
      "MCC_HOSTS must be hosts such as manager.example.com or *.example.com, without ports, separated by commas.",
    )
    .default(""),
  S3_ENDPOINT: url("S3_ENDPOINT", "http", "https").optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  SMTP_URL: url("SMTP_URL", "smtp", "smtps").optional(),
  MAIL_FROM: z
    .string()
    .refine((value) => value.includes("@"), "MAIL_FROM must hold an e-mail address.")
    .default("Management Control Center <no-reply@localhost>"),
  SMS_WEBHOOK_URL: url("SMS_WEBHOOK_URL", "http", "https").optional(),
  MCC_TRACKING_URL: url("MCC_TRACKING_URL", "http", "https").optional(),
  MCC_TRUSTED_PROXIES: z
    .string()
    .refine(
      (list) => list.split(",").every(isNetwork),
      "MCC_TRUSTED_PROXIES must be addresses or networks such as 10.0.0.0/8, separated by commas.",
    )
    .optional(),
  MCC_DOCUMENT_HOSTS: z
    .string()
    .refine(
      (list) => listOf(list).every((host) => HOST_NAME.test(host)),
      "MCC_DOCUMENT_HOSTS must be hosts such as files.example.com, *.example.com or files.example.com:8443, separated by commas.",
    )
    .default(""),
  MCC_DOCUMENT_NETWORKS: networks("MCC_DOCUMENT_NETWORKS"),
  MCC_VIRUS_SCANNER: z
    .string()
    .refine(
      isScanner,
      "MCC_VIRUS_SCANNER must be the address of clamd, such as tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl.",
    )
    .transform((address) => new URL(address))
    .optional(),
  MCC_EVENT_NETWORKS: networks("MCC_EVENT_NETWORKS"),
  MCC_WEBHOOK_NETWORKS: networks("MCC_WEBHOOK_NETWORKS"),
  MCC_IDENTITY_NETWORKS: networks("MCC_IDENTITY_NETWORKS"),
  MCC_METRICS_NETWORKS: networks("MCC_METRICS_NETWORKS"),
  ...collectorVariables,
  MCC_SECURITY_CONTACT: z
    .string()
    .refine(
      (list) => entriesOf(list).every((contact) => CONTACT.test(contact) && URL.canParse(contact)),
      "MCC_SECURITY_CONTACT must be addresses such as mailto:security@example.com or https://example.com/report, separated by commas.",
    )
    .default(""),
  MCC_THEME_URL: url("MCC_THEME_URL", "http", "https").optional(),
  MCC_THEME_KEY: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url("OTEL_EXPORTER_OTLP_ENDPOINT", "http", "https").optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http", "https").optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .transform(Number)
    .refine((ratio) => ratio >= 0 && ratio <= 1, "OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.")
    .optional(),
  MCC_KEY_REQUESTS_PER_SECOND: wholeNumber("MCC_KEY_REQUESTS_PER_SECOND", 100_000).default(500),
  // No caller has more at once.
  MCC_KEY_REQUESTS_AT_ONCE: wholeNumber("MCC_KEY_REQUESTS_AT_ONCE", slotLimits.requests.each).default(
    slotLimits.requests.each,
  ),
  MCC_ROLE: oneOf("MCC_ROLE", ["all", "web", "worker"]).default("all"),
  MCC_STOP_SECONDS: wholeNumber("MCC_STOP_SECONDS", 3_600).default(10),
  MCC_REPLACED_FILE_DAYS: wholeNumber("MCC_REPLACED_FILE_DAYS", 365).default(7),
  LOG_LEVEL: oneOf("LOG_LEVEL", LOG_LEVELS).default("info"),
});

const LOOPBACK = ["127.0.0.0/8", "::1"];

const S3_NAMES = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY", "S3_SECRET_KEY"] as const;

const storeOf = (env: z.output<typeof Environment>): S3Settings | undefined => {
  const missing = S3_NAMES.filter((name) => !env[name]);
  if (missing.length === S3_NAMES.length) return undefined;
  if (missing.length > 0) {
    throw new SettingsError(`${missing.join(" and ")} must be set too when any S3_ variable is.`);
  }
  return {
    endpoint: env.S3_ENDPOINT as string,
    bucket: env.S3_BUCKET as string,
    region: env.S3_REGION,
    accessKey: env.S3_ACCESS_KEY as string,
    secretKey: env.S3_SECRET_KEY as string,
  };
};

/** An empty variable means the same as an absent one. */
export const readSettings = (variables: Record<string, string | undefined>): Settings => {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) throw new SettingsError(parsed.error.issues[0]?.message);
  const env = parsed.data;
  if (env.DATABASE_URL && !env.MCC_SECRET) {
    throw new SettingsError(
      `MCC_SECRET must be set (at least ${SECRET_MIN} characters) when DATABASE_URL is.`,
    );
  }
  for (const name of ["DATABASE_DIRECT_URL", "DATABASE_REPLICA_URL"] as const) {
    if (env[name] && !env.DATABASE_URL)
      throw new SettingsError(`DATABASE_URL must be set too when ${name} is.`);
  }
  if (env.MCC_PREPARED_STATEMENTS === "off" && !env.DATABASE_DIRECT_URL) {
    throw new SettingsError(
      "DATABASE_DIRECT_URL must be set too when MCC_PREPARED_STATEMENTS is off: migrations, jobs and notifications do not go through a transaction pooler.",
    );
  }
  if (env.MCC_THEME_KEY && !env.MCC_THEME_URL) {
    throw new SettingsError("MCC_THEME_URL must be set too when MCC_THEME_KEY is.");
  }
  const wrong = collectorProblem(env);
  if (wrong) throw new SettingsError(wrong);
  if (!env.DATABASE_URL && env.MCC_ROLE === "worker") {
    throw new SettingsError("MCC_ROLE=worker needs DATABASE_URL: the embedded database serves one process.");
  }
  const isLocal =
    !env.DATABASE_URL &&
    isLoopbackHost(env.HOST.toLowerCase()) &&
    (!env.MCC_PUBLIC_URL || isLoopbackHost(new URL(env.MCC_PUBLIC_URL).hostname));
  const demo = env.MCC_DEMO ? env.MCC_DEMO === "on" : isLocal;
  return {
    port: env.PORT,
    host: env.HOST,
    databaseUrl: env.DATABASE_URL,
    directUrl: env.DATABASE_DIRECT_URL,
    replicaUrl: env.DATABASE_REPLICA_URL,
    preparedStatements: env.MCC_PREPARED_STATEMENTS === "on",
    dataDir: resolve(env.MCC_DATA_DIR),
    demo,
    environment: env.MCC_ENVIRONMENT ?? (demo ? "test" : "production"),
    isLocal,
    collector: collectorOf(env),
    demoDate: env.MCC_DEMO_DATE,
    secrets: env.MCC_SECRET ? [env.MCC_SECRET, ...env.MCC_OTHER_SECRETS] : undefined,
    publicUrl: env.MCC_PUBLIC_URL?.replace(/\/+$/, ""),
    hosts: listOf(env.MCC_HOSTS),
    s3: storeOf(env),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    smsWebhookUrl: env.SMS_WEBHOOK_URL,
    theme: env.MCC_THEME_URL ? { url: env.MCC_THEME_URL, key: env.MCC_THEME_KEY ?? "" } : undefined,
    trackingUrl: env.MCC_TRACKING_URL,
    documents: { hosts: listOf(env.MCC_DOCUMENT_HOSTS), networks: listOf(env.MCC_DOCUMENT_NETWORKS) },
    virusScanner: env.MCC_VIRUS_SCANNER,
    // The demo's storefront is on this machine, like the demo itself.
    eventNetworks: [...listOf(env.MCC_EVENT_NETWORKS), ...(demo && isLocal ? LOOPBACK : [])],
    webhookNetworks: [...listOf(env.MCC_WEBHOOK_NETWORKS), ...(demo && isLocal ? LOOPBACK : [])],
    identityNetworks: [...listOf(env.MCC_IDENTITY_NETWORKS), ...(demo && isLocal ? LOOPBACK : [])],
    securityContacts: entriesOf(env.MCC_SECURITY_CONTACT),
    metricsNetworks: listOf(env.MCC_METRICS_NETWORKS),
    trustedProxies: env.MCC_TRUSTED_PROXIES,
    traces: tracesOf(env),
    keyRequests: {
      perSecond: env.MCC_KEY_REQUESTS_PER_SECOND,
      atOnce: env.MCC_KEY_REQUESTS_AT_ONCE,
    },
    role: env.MCC_ROLE,
    stopSeconds: env.MCC_STOP_SECONDS,
    replacedFileDays: env.MCC_REPLACED_FILE_DAYS,
    logLevel: env.LOG_LEVEL,
  };
};
