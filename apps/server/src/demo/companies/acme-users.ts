import type { UserPlan } from "../company-plan.ts";

const PERMIAN_RIGS = ["Rig 117 Pecos", "Rig 121 Loving County", "Rig 204 Big Spring"];
const EAGLE_FORD = ["Rig 88 Karnes", "Rig 93 Cotulla", "Pleasanton Yard"];
const MIDCON = ["Rig 310 Kingfisher", "El Reno Service Center"];
const BAKKEN = ["Rig 402 Watford City", "Williston Yard"];

export const acmeUsers: readonly UserPlan[] = [
  {
    first: "Company",
    last: "Admin",
    role: "Operations Manager",
    isAdmin: true,
    analytics: true,
    sites: "all",
  },
  { first: "Site", last: "Approver", role: "Site Approver", sites: "all" },
  { first: "Finance", last: "Approver", role: "Finance Approver", analytics: true, sites: "all" },
  { first: "Blanket", last: "Approver", role: "Blanket Approver", sites: "all" },
  {
    first: "Regular",
    last: "User",
    role: "Buyer",
    sites: ["Permian Yard 4", "Rig 117 Pecos", "Odessa Supply Hub"],
  },
  {
    first: "Marguerite",
    last: "Fontenot",
    role: "Operations Manager",
    isAdmin: true,
    analytics: true,
    sites: "all",
  },
  { first: "Wesley", last: "Okafor", role: "Site Approver", sites: "all", phone: "+14325550117" },
  { first: "Executive", last: "Approver", role: "Executive Approver", analytics: true, sites: "all" },
  {
    first: "Howard",
    last: "Lindqvist",
    role: "Finance Approver",
    analytics: true,
    sites: "all",
    alerts: false,
  },
  { first: "Rosa", last: "Delgado", role: "Buyer", sites: PERMIAN_RIGS },
  { first: "Travis", last: "McCready", role: "Buyer", sites: EAGLE_FORD },
  { first: "Imani", last: "Broussard", role: "Buyer", sites: [...MIDCON, ...BAKKEN] },
  {
    first: "Kyle",
    last: "Nakamura",
    role: "Buyer",
    sites: ["Beaumont Machine Shop", "Houston Headquarters"],
  },
  { first: "Beatriz", last: "Salinas", role: "Buyer", sites: [...PERMIAN_RIGS, ...EAGLE_FORD] },
  { first: "Curtis", last: "Holloway", role: "Store Keeper", sites: ["Permian Yard 4"] },
  { first: "Nadia", last: "Haddad", role: "Store Keeper", sites: ["Odessa Supply Hub", "Permian Yard 4"] },
  { first: "Glenn", last: "Sorensen", role: "Store Keeper", sites: BAKKEN },
  { first: "Yolanda", last: "Pruitt", role: "Store Keeper", sites: ["Pleasanton Yard"] },
  {
    first: "Dwayne",
    last: "Castille",
    role: "Store Keeper",
    sites: ["Beaumont Machine Shop"],
    alerts: false,
  },
  { first: "Ruben", last: "Villarreal", role: "Field Supervisor", sites: ["Rig 117 Pecos"] },
  { first: "Shelby", last: "Ackerman", role: "Field Supervisor", sites: ["Rig 121 Loving County"] },
  {
    first: "Deshawn",
    last: "Mercer",
    role: "Field Supervisor",
    sites: ["Rig 204 Big Spring"],
    alerts: false,
  },
  { first: "Ingrid", last: "Halvorson", role: "Field Supervisor", sites: ["Rig 402 Watford City"] },
  { first: "Marco", last: "Trevino", role: "Field Supervisor", sites: ["Rig 88 Karnes"] },
  { first: "Aisha", last: "Coleman", role: "Field Supervisor", sites: ["Rig 93 Cotulla"] },
  { first: "Jimmy", last: "Redbird", role: "Field Supervisor", sites: ["Rig 310 Kingfisher"] },
  { first: "Vikram", last: "Anand", role: "Field Supervisor", analytics: true, sites: PERMIAN_RIGS },
  { first: "Colleen", last: "Murtagh", sites: ["Houston Headquarters"], analytics: true },
  { first: "Terrence", last: "Gaines", sites: ["El Reno Service Center", "Houston Headquarters"] },
  { first: "Paulette", last: "Guidry", role: "Buyer", sites: ["Houston Headquarters"], alerts: false },
];
