import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { SECRET, type TestServer } from "./test-server.ts";

/** `npm run platform-admin`, on the database of a test server. */
export const platformAdminCommand =
  ({ url }: Pick<TestServer, "url">) =>
  (...given: string[]) =>
    promisify(execFile)(process.execPath, ["scripts/platform-admin.ts", ...given], {
      cwd: new URL("../../../../", import.meta.url),
      env: {
        ...{ ...process.env, DATABASE_URL: url, MCC_SECRET: SECRET },
        ...{ MCC_PUBLIC_URL: "https://mcc.example.com" },
      },
    });
