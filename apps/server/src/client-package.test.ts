import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { afterFile } from "./testing/after-file.ts";
import { setUpApprovalCompany } from "./testing/approval-company.ts";
import { addKey, addSite } from "./testing/integration.ts";
import { PASSWORD } from "./testing/people.ts";
import { startTestServer } from "./testing/test-server.ts";

const ROOT = join(import.meta.dirname, "../../..");
const CLIENT = join(ROOT, "packages/client");
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
const HANGS = 240_000;

const project = mkdtempSync(join(tmpdir(), "mcc-client-"));
afterFile(() => rmSync(project, { recursive: true, force: true }));

/** Without what the npm that runs the tests tells its scripts. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));

/** Runs a program and returns its output; one that fails is told of with it. */
const run = async (program: string, args: readonly string[], cwd = project): Promise<string> => {
  const failed = (error: { stdout?: string; stderr?: string; message: string }) => {
    throw new Error(`${program} ${args.join(" ")}\n${error.stdout}\n${error.stderr}\n${error.message}`);
  };
  const done = await promisify(execFile)(program, args, { cwd, env, timeout: HANGS }).catch(failed);
  return done.stdout.trim();
};

const readme = readFileSync(join(CLIENT, "README.md"), "utf8");
const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, "g"))].map(([, text = ""]) => text);
/** The examples by the file names in their first lines. */
const examples = new Map(blocks("ts").map((text) => [/^\/\/ (\S+)\.ts\n/.exec(text)?.[1] ?? "", text]));

beforeAll(async () => {
  const packed = await run(
    "npm",
    ["pack", "--silent", "--ignore-scripts=false", "--pack-destination", project],
    CLIENT,
  );
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({ name: "empty", private: true, type: "module" }),
  );
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${packed.split("\n").at(-1)}`]);
});

const readInstalled = (file: string) => readFileSync(join(project, "node_modules/@mcc/client", file), "utf8");

test("the packed client brings nothing else along, and its calls can be left out one by one (OPEN-004 partly)", () => {
  const installed = readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith("."));
  expect(installed).toEqual(["@mcc"]);
  expect(readdirSync(join(project, "node_modules/@mcc"))).toEqual(["client"]);
  const { dependencies, peerDependencies, sideEffects } = JSON.parse(readInstalled("package.json"));
  expect([dependencies, peerDependencies, sideEffects]).toEqual([undefined, undefined, false]);
  const calls = readInstalled("dist/index.js").match(/^export const .*$/gm) ?? [];
  expect(calls.length).toBeGreaterThan(200);
  expect(
    calls.filter(
      (call) => !/^export const \w+ = \/\* @__PURE__ \*\/ \w+\("[A-Z]+", "\/[\w/:.-]+"\);$/.test(call),
    ),
  ).toEqual([]);
});

interface DescribedCall {
  readonly operationId: string;
  readonly "x-codeSamples": readonly { readonly source: string }[];
}
/** Every call with the example that the API description has of it. */
const describedCalls = async (address: string): Promise<DescribedCall[]> => {
  const { paths } = (await (await fetch(`${address}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, DescribedCall>>;
  };
  return Object.values(paths).flatMap((methods) => Object.values(methods));
};

test("the examples of its README and of the API description compile in strict mode in an empty project, and those of the README run (OPEN-004)", async () => {
  const server = await startTestServer();
  const company = await setUpApprovalCompany(server, { slug: "acme-drilling" });
  const site = await addSite(server, company.companyId, { shopUser: "rig-7" });
  const roleId = await company.role("Manager");
  await company.rule({ roleId, limit: 120, siteIds: [site.id] });
  await company.person({ username: "dana", roleId, sites: [site] });
  await company.order("143.40", { identifier: "A-1001", site });
  await company.order("50.00", { identifier: "A-1002", site });
  await company.order("60.00", { identifier: "A-1003", site });
  await company.order("70.00", { identifier: "A-1004", site, fields: { status: "Shipped" } });
  const { key } = await addKey(server, { scopes: ["orders", "documents"] });
  mkdirSync(join(project, "src/calls"), { recursive: true });
  for (const [name, text] of examples) {
    const own = text
      .replace("https://manager.acme.example/api", `${server.address}/api`)
      .replace("YOUR_PASSWORD", PASSWORD)
      .replace("YOUR_API_KEY", key);
    writeFileSync(join(project, "src", `${name}.ts`), own);
  }
  for (const { operationId, "x-codeSamples": samples } of await describedCalls(server.address)) {
    writeFileSync(join(project, "src/calls", `${operationId}.ts`), samples[0]?.source ?? "");
  }
  writeFileSync(join(project, "tsconfig.json"), blocks("json")[0] ?? "");
  await run(process.execPath, [TSC, "-p", project]);
  expect(readdirSync(join(project, "out/calls"))).toContain("approveOrder.js");
  const output: Record<string, string[]> = {};
  for (const name of examples.keys()) {
    output[name] = (await run(process.execPath, [join(project, "out", `${name}.js`)])).split("\n");
  }
  expect(output).toEqual({
    portal: [""],
    "find-order": ["A-1001 Pending Approval 143.40"],
    "list-orders": ["A-1001 Pending Approval", "A-1002 Accepted", "A-1003 Accepted", "2 of 3", "1 of 3"],
    "approve-order": [
      "A-1001 is Accepted",
      "A-9999 404 not_found Not found.",
      "limit This must be a whole number from 1 to 100000000000.",
    ],
    "within-ten-seconds": ["A-1001", "false not needed anymore"],
    "send-orders": ["A-2001 true", "1 200 false", "2 200 true", "3 400 false", "delivery.txt A-2001"],
  });
});
