import { describe, expect, test } from "vitest";
import { readSettings } from "./env.ts";

const SECRET = "0123456789abcdef-fedcba9876543210";
const DATABASE = { DATABASE_URL: "postgres://u:p@db/mcc", MCC_SECRET: SECRET };

describe("settings", () => {
  test("nothing set: the embedded demo on port 3000", () => {
    expect(readSettings({})).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      databaseUrl: undefined,
      demo: true,
      secrets: undefined,
      s3: undefined,
      role: "all",
      stopSeconds: 10,
      replacedFileDays: 7,
      logLevel: "info",
    });
  });

  test("a configured database has no demo unless it is enabled", () => {
    expect(readSettings(DATABASE).demo).toBe(false);
    expect(readSettings({ ...DATABASE, MCC_DEMO: "on" }).demo).toBe(true);
  });

  test("the demo is on by default only where no other machine can reach it (ABUS-008)", () => {
    const demoOf = (variables: Record<string, string>) => readSettings(variables).demo;
    for (const HOST of ["127.0.0.1", "::1", "localhost", "127.0.0.9"]) expect(demoOf({ HOST })).toBe(true);
    expect(demoOf({ MCC_PUBLIC_URL: "http://localhost:3000" })).toBe(true);
    expect(demoOf({ MCC_PUBLIC_URL: "http://[::1]:3000" })).toBe(true);
    for (const HOST of ["0.0.0.0", "::", "10.0.0.4", "portal.example.com"]) {
      expect(demoOf({ HOST })).toBe(false);
      expect(demoOf({ HOST, MCC_DEMO: "on" })).toBe(true);
    }
    const open = { MCC_PUBLIC_URL: "https://portal.example.com" };
    expect(demoOf(open)).toBe(false);
    expect(demoOf({ MCC_PUBLIC_URL: "https://localhost.example.com" })).toBe(false);
    expect(demoOf({ ...open, MCC_DEMO: "on" })).toBe(true);
    expect(readSettings({ ...open, MCC_DEMO: "on" }).isLocal).toBe(false);
  });

  test("an empty variable is an absent one", () => {
    expect(readSettings({ DATABASE_URL: "", SMTP_URL: "", PORT: "" })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
    });
  });

  test.each([
    [{ PORT: "eighty" }, "PORT must be a whole number from 0 to 65535."],
    [{ PORT: " " }, "PORT must be a whole number from 0 to 65535."],
    [{ PORT: "0x1F" }, "PORT must be a whole number from 0 to 65535."],
    [{ HOST: "foo bar" }, "HOST must be an address or a host name of this machine."],
    [
      { MCC_TRUSTED_PROXIES: "10.0.0.0/8, foo" },
      "MCC_TRUSTED_PROXIES must be addresses or networks such as 10.0.0.0/8, separated by commas.",
    ],
    [
      { MCC_SECURITY_CONTACT: "mailto:a@example.com, javascript:alert(1)" },
      "MCC_SECURITY_CONTACT must be addresses such as mailto:security@example.com or https://example.com/report, separated by commas.",
    ],
    [
      { MCC_EVENT_NETWORKS: "127.0.0.1/40" },
      "MCC_EVENT_NETWORKS must be addresses or networks such as 10.0.0.0/8, separated by commas.",
    ],
    [
      { DATABASE_REPLICA_URL: "postgres://db/x" },
      "DATABASE_URL must be set too when DATABASE_REPLICA_URL is.",
    ],
    [{ MCC_PREPARED_STATEMENTS: "no" }, "MCC_PREPARED_STATEMENTS must be one of on, off."],
    [
      {
        DATABASE_URL: "postgres://db/x",
        MCC_SECRET: "kJ8-qs.Zl0_pWm4xTy2!cV6b-uR7+nE9",
        MCC_PREPARED_STATEMENTS: "off",
      },
      "DATABASE_DIRECT_URL must be set too when MCC_PREPARED_STATEMENTS is off",
    ],
    [
      { MCC_METRICS_NETWORKS: "10.0.0.0/40" },
      "MCC_METRICS_NETWORKS must be addresses or networks such as 10.0.0.0/8, separated by commas.",
    ],
    [
      { MCC_HOSTS: "https://a.example.com" },
      "MCC_HOSTS must be hosts such as manager.example.com or *.example.com, without ports, separated by commas.",
    ],
    [{ MCC_HOSTS: "a.example.com:80" }, "MCC_HOSTS must be hosts"],
    [{ MCC_THEME_URL: "themes" }, "MCC_THEME_URL must be a URL that starts with http:// or https://."],
    [{ MCC_THEME_KEY: "k" }, "MCC_THEME_URL must be set too when MCC_THEME_KEY is."],
    [
      { MCC_COLLECTOR_URL: "http://logs.test" },
      "MCC_COLLECTOR_URL must be a URL that starts with https:// or syslog+tls://.",
    ],
    [
      { MCC_COLLECTOR_URL: "https://logs.test" },
      "MCC_COLLECTOR_SECRET must be set too when MCC_COLLECTOR_URL is https://.",
    ],
    [
      { MCC_COLLECTOR_CA: "ca.pem" },
      "MCC_COLLECTOR_URL must be set too when any MCC_COLLECTOR_ variable is.",
    ],
    [{ PORT: "70000" }, "PORT must be a whole number from 0 to 65535."],
    [
      { DATABASE_URL: "mysql://db" },
      "DATABASE_URL must be a URL that starts with postgres:// or postgresql://.",
    ],
    [
      { DATABASE_URL: "postgres://db/x" },
      "MCC_SECRET must be set (at least 32 characters) when DATABASE_URL is.",
    ],
    [{ MCC_SECRET: "short" }, "MCC_SECRET must have at least 32 characters."],
    [
      { MCC_SECRET: "x".repeat(32) },
      "MCC_SECRET must be random: at least 8 different characters, and no repetition of one piece.",
    ],
    [{ MCC_SECRET: "0123456789".repeat(4) }, "MCC_SECRET must be random"],
    [{ MCC_DEMO: "yes" }, "MCC_DEMO must be one of on, off."],
    [{ MCC_DEMO_DATE: "today" }, "MCC_DEMO_DATE must be a day such as 2026-03-16."],
    [{ MCC_DEMO_DATE: "2026-02-30" }, "MCC_DEMO_DATE must be a day such as 2026-03-16."],
    [
      { MCC_PUBLIC_URL: "portal.example.com" },
      "MCC_PUBLIC_URL must be a URL that starts with http:// or https://.",
    ],
    [
      { S3_ENDPOINT: "http://s3", S3_BUCKET: "b" },
      "S3_ACCESS_KEY and S3_SECRET_KEY must be set too when any S3_ variable is.",
    ],
    [{ S3_ENDPOINT: "s3.local" }, "S3_ENDPOINT must be a URL that starts with http:// or https://."],
    [{ SMTP_URL: "mail.local:25" }, "SMTP_URL must be a URL that starts with smtp:// or smtps://."],
    [{ MAIL_FROM: "nobody" }, "MAIL_FROM must hold an e-mail address."],
    [
      { SMS_WEBHOOK_URL: "javascript:1" },
      "SMS_WEBHOOK_URL must be a URL that starts with http:// or https://.",
    ],
    [{ MCC_ROLE: "boss" }, "MCC_ROLE must be one of all, web, worker."],
    [{ MCC_ROLE: "worker" }, "MCC_ROLE=worker needs DATABASE_URL: the embedded database serves one process."],
    [{ LOG_LEVEL: "loud" }, "LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent."],
  ])("%o is reported in one sentence", (variables, sentence) => {
    expect(() => readSettings(variables)).toThrow(sentence);
  });
});
