import type { CompanyPlan, PendingPlan } from "../company-plan.ts";
import { borealisNodes, borealisSites, GROUPS, sitesBelow } from "./borealis-tree.ts";
import { borealisUsers } from "./borealis-users.ts";

const LEAD_LIMIT = 7_500;
const SITE_RULE_LIMIT = 2_500;
const TIMMINS_SITES = ["Porcupine Mine", "Porcupine Mill", "Night Hawk Camp"];
/** Covered by no user rule: only large orders need approval here. */
const WESTERN_SITES = sitesBelow("Western Region");

const pending: PendingPlan[] = [
  { total: [80, LEAD_LIMIT], done: 0, sites: sitesBelow("Northern Region") },
  { total: [80, LEAD_LIMIT], done: 0, sites: sitesBelow("Northern Region") },
  { total: [80, LEAD_LIMIT], done: 0, sites: sitesBelow("Northern Region") },
  { total: [LEAD_LIMIT, 60_000], done: 0, sites: sitesBelow("Northern Region") },
  { total: [LEAD_LIMIT, 60_000], done: 1, sites: sitesBelow("Northern Region") },
  { total: [SITE_RULE_LIMIT, LEAD_LIMIT], done: 0, sites: TIMMINS_SITES },
  { total: [LEAD_LIMIT, 60_000], done: 1, sites: TIMMINS_SITES },
  { total: [LEAD_LIMIT, 60_000], done: 0, sites: WESTERN_SITES },
];

/** A hierarchy of four levels, location names, approvals by user, and analytics from outside. */
export const borealis: CompanyPlan = {
  name: "Borealis Mining",
  slug: "borealis-mining",
  shortName: "Borealis Mining",
  label: "GoBorealis Mining",
  accent: "#0f766e",
  prefix: "borealis",
  mccHost: "manager.goborealis.example.com",
  erpIdentifier: "BOR-20318",
  catalogs: ["mining", "safety", "camp"],
  features: { approval: true, tracking: true, hierarchy: true, locationNames: true },
  lookerUrl: "https://looker.example.com/embed/dashboards/42",
  billing: {
    name: "Borealis Mining Ltd.",
    street: "700 Second Street SW",
    street2: "27th Floor",
    city: "Calgary",
    region: "Alberta",
    regionCode: "AB",
    country: "CA",
    postalCode: "T2P 2W1",
    phone: "+14035550128",
  },
  siteTypes: ["Mine", "Mill", "Camp", "Warehouse", "Office"],
  warehouses: ["Edmonton DC", "Yellowknife DC", "Thunder Bay DC", "Sudbury DC"],
  roles: [
    { name: "Procurement Director", impersonates: true, tracks: true },
    { name: "Procurement Lead", tracks: true },
    { name: "Blanket Approver", tracks: true },
    { name: "Regional Manager", impersonates: true, tracks: true },
    { name: "Mine Superintendent", tracks: true },
    { name: "Buyer", tracks: true },
    { name: "Store Keeper" },
  ],
  groups: GROUPS,
  nodes: borealisNodes,
  sites: borealisSites,
  users: borealisUsers,
  rules: [
    { user: "Daniel Kuptana", limit: 0, nodes: ["Northern Region"] },
    { user: "Gordon Pelletier", limit: SITE_RULE_LIMIT, sites: TIMMINS_SITES },
    { role: "Procurement Lead", limit: LEAD_LIMIT },
    { role: "Blanket Approver", limit: -1 },
  ],
  delegations: [
    {
      principal: "Gordon Pelletier",
      deputy: "Kenji Watanabe",
      from: -2,
      until: 12,
      cap: 20_000,
      note: "On leave until the end of next week. If it is urgent, call the Timmins office.",
    },
  ],
  budgets: [
    {
      name: "Northern Region",
      period: "quarter",
      node: "Northern Region",
      role: "Procurement Director",
      used: 0.92,
    },
    { name: "Giant Lake Mine", period: "year", sites: ["Giant Lake Mine"], used: 0.4 },
  ],
  history: {
    identifierPrefix: "BM",
    firstNumber: 220_410,
    orders: 1_500,
    ordersBeforeTracking: 10,
    pending,
    documents: 300,
    alerts: 200,
    outsiders: [
      "Étienne Gagnon",
      "Sarah Kudlak",
      "Bram Vandenberg",
      "Olivia Cardinal",
      "Noah Tootoo",
      "Harpreet Gill",
      "Lorraine Beaulieu",
      "Sven Aaltonen",
    ],
  },
};
