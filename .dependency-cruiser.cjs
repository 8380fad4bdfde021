// The import rules of ARCHITECTURE.md. `$1` is the feature that the importing file belongs to, so a new feature is
// covered without a new rule. Run by scripts/check-imports.ts, which also fails when too few files were read.
const TEST = "\\.(test|spec)\\.tsx?$";
const SERVER = "^apps/server/src/";
const PLATFORM = `${SERVER}platform/`;
const WEB = "^apps/web/src/";
/** The files at the top of the server, which put the features together; every file may import the settings. */
const ENTRY_FILES = "(?!env\\.ts$)[^/]+\\.ts$";
const NODE_MODULES = "(^|/)node_modules/";

/** One forbidden import. Tests may import what they need. */
const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: "error",
  from: { ...from, pathNot: [TEST, ...(from.pathNot ?? [])] },
  to,
});

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Imports run one way: break the cycle by moving what both files need into a third one.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-unresolved",
      comment: "An import that cannot be resolved escapes every other rule.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "nothing-imports-tools",
      comment: "Browser tests, benchmarks and scripts use the product; the product never uses them.",
      severity: "error",
      from: { pathNot: "^(bench|e2e|scripts)/" },
      to: { path: "^(bench|e2e|scripts)/" },
    },
    forbid(
      "nothing-imports-testing",
      "Test support is for tests only.",
      { path: "^(apps|packages)/[^/]+/src/", pathNot: ["/src/testing/"] },
      { path: "^(apps|packages)/[^/]+/src/testing/" },
    ),

    forbid(
      "contract-is-pure",
      "The contract imports zod, libphonenumber-js, hucre/csv and itself.",
      { path: "^packages/contract/" },
      { pathNot: ["^packages/contract/", `${NODE_MODULES}(zod|libphonenumber-js|hucre)/`] },
    ),
    forbid(
      "ui-knows-no-product",
      "The ui package knows React and Mantine; it knows no feature.",
      { path: "^packages/ui/" },
      { path: "^(packages/contract|apps)/" },
    ),
    forbid(
      "client-stands-alone",
      "The client is delivered without dependencies: its calls are printed from the contract by the build.",
      { path: "^packages/client/" },
      { pathNot: ["^packages/client/"] },
    ),
    forbid(
      "sides-meet-in-the-contract",
      "Server and web never import each other.",
      { path: "^apps/([^/]+)/" },
      { path: "^apps/", pathNot: "^apps/$1/" },
    ),
    forbid(
      "server-imports-no-ui",
      "The ui package is for the web.",
      { path: "^apps/server/" },
      { path: "^packages/ui/" },
    ),

    forbid(
      "server-platform-knows-no-feature",
      "platform serves every feature and knows none.",
      { path: `${SERVER}platform/` },
      { path: `${SERVER}(features/|demo/|${ENTRY_FILES})` },
    ),
    forbid(
      "server-db-imports-no-other-module",
      "platform/db is the lowest module; it only carries the session cache of platform/access.",
      { path: `${PLATFORM}db/` },
      {
        path: `${PLATFORM}[^/]+/`,
        pathNot: [`${PLATFORM}db/`, `${PLATFORM}access/(session-cache|recent-cache)\\.ts$`],
      },
    ),
    forbid(
      "server-access-imports-db-only",
      "Scopes, sessions, tokens and API keys know the database; they know neither HTTP nor lists nor files.",
      { path: `${PLATFORM}access/` },
      { path: `${PLATFORM}[^/]+/`, pathNot: [`${PLATFORM}(access|db|input)/`] },
    ),
    forbid(
      "server-modules-know-no-http",
      "All modules but http, lists and records work without a request.",
      { path: `${PLATFORM}[^/]+/`, pathNot: [`${PLATFORM}(http|lists|records)/`] },
      { path: `${PLATFORM}(http|lists|records)/` },
    ),
    forbid(
      "server-http-knows-no-list",
      "Lists are mounted with the routes of platform/http, not the other way round.",
      { path: `${PLATFORM}http/` },
      { path: `${PLATFORM}(lists|records|live|jobs|mail|outgoing|backup)/` },
    ),
    forbid(
      "server-fast-lists-are-opt-in",
      "The plain list is the default: only orders and documents use platform/lists/fast.",
      {
        path: SERVER,
        pathNot: [`${PLATFORM}lists/`, `${SERVER}features/(orders|documents)/`, `${SERVER}testing/`],
      },
      { path: `${PLATFORM}lists/fast/` },
    ),
    forbid(
      "embedded-postgres-stands-alone",
      "The launcher knows nothing of the product.",
      { path: `${SERVER}embedded-postgres/` },
      { path: "^(apps|packages)/", pathNot: [`${SERVER}embedded-postgres/`] },
    ),
    forbid(
      "server-feature-below-app",
      "app mounts features; a feature imports neither app nor the demo.",
      { path: `${SERVER}features/` },
      { path: `${SERVER}(demo/|${ENTRY_FILES})` },
    ),
    forbid(
      "server-features-meet-by-service",
      "A feature imports another feature's *.service.ts, and its *.conditions.ts for SQL, and nothing else of it.",
      { path: `${SERVER}features/([^/.]+)[/.]` },
      {
        path: `${SERVER}features/`,
        pathNot: [`${SERVER}features/$1[/.]`, `${SERVER}features/.+\\.(service|conditions)\\.ts$`],
      },
    ),
    forbid(
      "server-routes-go-through-service",
      "routes → service → queries: no step is skipped.",
      { path: `${SERVER}features/.+\\.routes\\.ts$` },
      { path: "\\.queries\\.ts$" },
    ),
    forbid(
      "server-service-knows-no-http",
      "A service knows neither routes nor Fastify.",
      { path: `${SERVER}features/.+\\.service\\.ts$` },
      { path: ["\\.routes\\.ts$", `${NODE_MODULES}(fastify|@fastify)/`] },
    ),
    forbid(
      "server-only-routes-know-http",
      "Of a feature, only its routes import platform/http: what others need belongs to platform/access or platform/input.",
      { path: `${SERVER}features/`, pathNot: ["\\.routes\\.ts$"] },
      { path: `${PLATFORM}http/` },
    ),
    forbid(
      "server-queries-take-no-decisions",
      "Queries are the last step: they import no service, no routes, no jobs and no Fastify.",
      { path: `${SERVER}features/.+\\.queries\\.ts$` },
      { path: ["\\.(service|routes|jobs)\\.ts$", `${NODE_MODULES}(fastify|@fastify)/`] },
    ),
    forbid(
      "only-platform-touches-the-driver",
      "Features reach the database through their scope; the import of a company is an operator's command.",
      {
        path: "^(apps|packages)/",
        pathNot: [`${SERVER}(platform|demo|testing)/`, `${SERVER}features/company-data/import-`],
      },
      { path: `${NODE_MODULES}(pg|@types/pg)/` },
    ),

    forbid(
      "web-platform-knows-no-feature",
      "platform serves every feature and knows none.",
      { path: `${WEB}platform/` },
      { path: `${WEB}(features/|app/|app\\.tsx?$|main\\.tsx?$)` },
    ),
    forbid(
      "web-feature-below-app",
      "app places features; a feature never reaches for app.",
      { path: `${WEB}features/` },
      { path: `${WEB}(app/|app\\.tsx?$|main\\.tsx?$)` },
    ),
    forbid(
      "web-features-never-meet",
      "Two web features meet in app/.",
      { path: `${WEB}features/([^/.]+)[/.]` },
      { path: `${WEB}features/`, pathNot: `${WEB}features/$1[/.]` },
    ),
    forbid(
      "only-resource-table-touches-the-table-library",
      "Every list goes through ResourceTable.",
      { path: "^(apps|packages)/", pathNot: [`${WEB}platform/lists/`] },
      { path: `${NODE_MODULES}@tanstack/(react-table|table-core)/` },
    ),
  ],
  options: {
    // TypeScript 7 has no API that dependency-cruiser can read; without swc it finds no module at all.
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    // Only our own output: most libraries live in a dist of theirs, and leaving those out would blind the rules.
    exclude: { path: "^((apps|packages)/[^/]+/dist|e2e/(test-results|playwright-report))/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".cjs", ".json", ".d.ts"],
    },
  },
};
