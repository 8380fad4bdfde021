import type { CompanyPlan } from "../company-plan.ts";

const ILLINOIS = {
  division: "Track and Structures",
  businessUnit: "Maintenance of Way",
  region: "Great Lakes",
  warehouse: "Joliet DC",
  taxPercent: 8.75,
  share: 1,
};

/** Approvals not available, tracking disabled, no orders yet: every page shows its empty state. */
export const cobalt: CompanyPlan = {
  name: "Cobalt Rail",
  slug: "cobalt-rail",
  shortName: "Cobalt",
  label: "GoCobalt",
  accent: "#1d4ed8",
  prefix: "cobalt",
  mccHost: "manager.gocobalt.example.com",
  erpIdentifier: "COB-30007",
  catalogs: ["general"],
  features: { approval: null, tracking: false, hierarchy: null, locationNames: false },
  billing: {
    name: "Cobalt Rail Corporation",
    street: "220 South Canal Street",
    city: "Chicago",
    region: "Illinois",
    regionCode: "IL",
    country: "US",
    postalCode: "60606",
    phone: "+13125550186",
  },
  siteTypes: ["Depot", "Shop"],
  warehouses: ["Joliet DC"],
  roles: [
    { name: "Operations Manager", impersonates: true, tracks: true },
    { name: "Buyer", impersonates: true },
  ],
  groups: [],
  nodes: [],
  sites: [
    { ...ILLINOIS, name: "Joliet Depot", type: "Depot" },
    { ...ILLINOIS, name: "Gary Car Repair", region: "Indiana", type: "Shop" },
    { ...ILLINOIS, name: "Kalamazoo Section House", region: "Michigan", type: "Depot" },
  ],
  users: [
    {
      first: "Raymond",
      last: "Novak",
      account: "company.admin",
      role: "Operations Manager",
      isAdmin: true,
      sites: "all",
    },
    { first: "Leonard", last: "Kowalski", role: "Buyer", sites: ["Joliet Depot", "Gary Car Repair"] },
    { first: "Denise", last: "Underwood", role: "Buyer", sites: ["Kalamazoo Section House"] },
  ],
  rules: [],
  history: {
    identifierPrefix: "CR",
    firstNumber: 300_000,
    orders: 0,
    ordersBeforeTracking: 0,
    pending: [],
    documents: 0,
    alerts: 0,
    outsiders: [],
  },
};
