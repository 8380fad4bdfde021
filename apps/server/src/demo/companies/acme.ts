import type { CompanyPlan, PendingPlan } from "../company-plan.ts";
import { acmeSites } from "./acme-sites.ts";
import { acmeUsers } from "./acme-users.ts";

const FINANCE_LIMIT = 5_000;
const EXECUTIVE_LIMIT = 25_000;

const pending: PendingPlan[] = [
  ...Array.from({ length: 10 }, (): PendingPlan => ({ total: [60, FINANCE_LIMIT], done: 0 })),
  ...Array.from({ length: 5 }, (): PendingPlan => ({ total: [FINANCE_LIMIT, EXECUTIVE_LIMIT], done: 1 })),
  ...Array.from({ length: 3 }, (): PendingPlan => ({ total: [FINANCE_LIMIT, EXECUTIVE_LIMIT], done: 0 })),
  { total: [EXECUTIVE_LIMIT, 60_000], done: 0 },
  { total: [EXECUTIVE_LIMIT, 60_000], done: 1 },
  { total: [EXECUTIVE_LIMIT, 60_000], done: 2 },
];

/** No hierarchy, approvals and tracking on. */
export const acme: CompanyPlan = {
  name: "Acme Drilling",
  slug: "acme-drilling",
  shortName: "Acme",
  label: "GoAcme",
  accent: "#b45309",
  prefix: "acme",
  mccHost: "manager.goacme.example.com",
  erpIdentifier: "ACME-10042",
  catalogs: ["drilling", "safety", "general"],
  features: { approval: true, tracking: true, hierarchy: null, locationNames: false },
  billing: {
    name: "Acme Drilling, Inc.",
    street: "4100 Westheimer Road",
    street2: "Suite 1250",
    city: "Houston",
    region: "Texas",
    regionCode: "TX",
    country: "US",
    postalCode: "77027",
    phone: "+17135550142",
  },
  siteTypes: ["Rig", "Yard", "Warehouse", "Shop", "Office"],
  warehouses: ["Houston DC", "Odessa DC", "Oklahoma City DC", "Williston DC"],
  roles: [
    { name: "Operations Manager", impersonates: true, tracks: true },
    { name: "Site Approver", impersonates: true, tracks: true },
    { name: "Finance Approver", tracks: true },
    { name: "Executive Approver", tracks: true },
    { name: "Blanket Approver", tracks: true },
    { name: "Buyer" },
    { name: "Store Keeper", impersonates: true, tracks: true },
    { name: "Field Supervisor", tracks: true },
  ],
  groups: [],
  nodes: [],
  sites: acmeSites,
  users: acmeUsers,
  rules: [
    { role: "Site Approver", limit: 0 },
    { role: "Finance Approver", limit: FINANCE_LIMIT },
    { role: "Executive Approver", limit: EXECUTIVE_LIMIT },
    { role: "Blanket Approver", limit: -1 },
  ],
  escalation: { hours: 30, role: "Executive Approver", timeZone: "America/Chicago" },
  delegations: [
    {
      principal: "Priya Raman",
      deputy: "Marguerite Fontenot",
      from: -48,
      until: -27,
      note: "On leave. Marguerite knows the budgets.",
    },
  ],
  budgets: [
    { name: "Rig 117", period: "quarter", sites: ["Rig 117 Pecos"], role: "Executive Approver", used: 1.04 },
    {
      name: "Rig 121",
      period: "quarter",
      sites: ["Rig 121 Loving County"],
      role: "Finance Approver",
      used: 0.86,
    },
    { name: "Permian yards", period: "year", sites: ["Permian Yard 4", "Odessa Supply Hub"], used: 0.55 },
    { name: "Rig 88", period: "month", sites: ["Rig 88 Karnes"], used: 0.3 },
    { name: "Rig 93, last quarter", period: "quarter", after: -1, sites: ["Rig 93 Cotulla"], used: 0.9 },
    { name: "Compressor overhaul", period: "custom", isOfAfe: true, used: 0.7 },
    {
      name: "Camp supplies",
      period: "year",
      field: { name: "Cost Center", value: "4470 Camp" },
      used: 0.62,
    },
    { name: "Rig 204, next year", period: "year", after: 1, sites: ["Rig 204 Big Spring"], used: 0.5 },
  ],
  history: {
    identifierPrefix: "AC",
    firstNumber: 101_870,
    orders: 2_400,
    ordersBeforeTracking: 24,
    pending,
    similarOrders: true,
    questions: [
      { text: "Can this wait for the next truck on Thursday, or is the rig down without it?" },
      {
        text: "Is this for the workover or for stock? Finance wants it on the right AFE.",
        answer: "For the workover. The AFE number is on the order now.",
      },
    ],
    documents: 600,
    alerts: 400,
    outsiders: [
      "Dana Whitfield",
      "Luis Ortega",
      "Tyrell Banks",
      "Mei-Ling Zhao",
      "Cody Ransom",
      "Priscilla Nwosu",
      "Hank Doucet",
      "Renée Thibodeaux",
      "Amit Deshmukh",
      "Shawna Begay",
    ],
  },
};
