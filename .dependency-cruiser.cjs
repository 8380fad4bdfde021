// The arrows of ARCHITECTURE.md. `$1` is the room that the importing file lives in, so a new room is covered the day
// it is born. Run by scripts/check-arrows.ts, which also fails when too few files were read.
const TEST = "\\.(test|spec)\\.tsx?$";
const SERVER = "^apps/server/src/";
const WEB = "^apps/web/src/";
/** The files at the top of the server, which put the rooms together; settings are for everybody. */
const ROOF = "(?!env\\.ts$)[^/]+\\.ts$";
const NODE_MODULES = "(^|/)node_modules/";

/** One forbidden arrow. Tests walk in through the door and may import what they need. */
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
      comment: "Data flows one way: break the circle by moving what both need below them.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-unresolved",
      comment: "An import that cannot be found slips past every other rule.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "nothing-imports-tools",
      comment: "Journeys, benchmarks and scripts use the product; the product never uses them.",
      severity: "error",
      from: { pathNot: "^(bench|e2e|scripts)/" },
      to: { path: "^(bench|e2e|scripts)/" },
    },
    forbid(
      "nothing-imports-testing",
      "What tests stand on is for tests.",
      { path: "^(apps|packages)/[^/]+/src/", pathNot: ["/src/testing/"] },
      { path: "^(apps|packages)/[^/]+/src/testing/" },
    ),

    forbid(
      "contract-is-pure",
      "The contract imports zod and itself.",
      { path: "^packages/contract/" },
      { pathNot: ["^packages/contract/", `${NODE_MODULES}zod/`] },
    ),
    forbid(
      "ui-knows-no-product",
      "The ui package knows React and Mantine; it knows no order.",
      { path: "^packages/ui/" },
      { path: "^(packages/contract|apps)/" },
    ),
    forbid(
      "sides-meet-in-the-contract",
      "Server and web never import each other.",
      { path: "^apps/([^/]+)/" },
      { path: "^apps/", pathNot: "^apps/$1/" },
    ),
    forbid(
      "server-draws-nothing",
      "The ui package is for the web.",
      { path: "^apps/server/" },
      { path: "^packages/ui/" },
    ),

    forbid(
      "server-platform-knows-no-feature",
      "platform serves every feature and knows none.",
      { path: `${SERVER}platform/` },
      { path: `${SERVER}(features/|demo/|${ROOF})` },
    ),
    forbid(
      "server-feature-below-app",
      "app mounts features; a feature reaches neither for it nor for the demo.",
      { path: `${SERVER}features/` },
      { path: `${SERVER}(demo/|${ROOF})` },
    ),
    forbid(
      "server-features-meet-by-service",
      "A feature imports another feature's *.service.ts and nothing else of it.",
      { path: `${SERVER}features/([^/.]+)[/.]` },
      {
        path: `${SERVER}features/`,
        pathNot: [`${SERVER}features/$1[/.]`, `${SERVER}features/.+\\.service\\.ts$`],
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
      "server-queries-take-no-decisions",
      "Queries are the last step: they import no service, no routes, no jobs and no Fastify.",
      { path: `${SERVER}features/.+\\.queries\\.ts$` },
      { path: ["\\.(service|routes|jobs)\\.ts$", `${NODE_MODULES}(fastify|@fastify)/`] },
    ),
    forbid(
      "only-platform-touches-the-driver",
      "Features reach the database through their scope.",
      { path: "^(apps|packages)/", pathNot: [`${SERVER}(platform|demo|testing)/`] },
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
      "Two rooms of the web meet in app/.",
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
