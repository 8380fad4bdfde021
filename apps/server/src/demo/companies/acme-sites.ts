import type { SitePlan } from "../company-plan.ts";

const PERMIAN = {
  division: "Land Drilling",
  businessUnit: "Permian",
  region: "West Texas",
  taxPercent: 8.25,
};
const EAGLE_FORD = { ...PERMIAN, businessUnit: "Eagle Ford", region: "South Texas" };
const MIDCON = {
  division: "Land Drilling",
  businessUnit: "Midcontinent",
  region: "Oklahoma",
  taxPercent: 8.5,
};
const BAKKEN = { division: "Land Drilling", businessUnit: "Bakken", region: "North Dakota", taxPercent: 6.5 };
const SERVICES = { division: "Equipment Services", businessUnit: "Shared Services", region: "Gulf Coast" };

export const acmeSites: readonly SitePlan[] = [
  {
    ...PERMIAN,
    name: "Permian Yard 4",
    formerName: "Midland Pipe Yard",
    type: "Yard",
    warehouse: "Odessa DC",
    share: 14,
  },
  { ...PERMIAN, name: "Rig 117 Pecos", type: "Rig", warehouse: "Odessa DC", share: 12 },
  { ...PERMIAN, name: "Rig 121 Loving County", type: "Rig", warehouse: "Odessa DC", share: 11 },
  { ...PERMIAN, name: "Rig 204 Big Spring", type: "Rig", warehouse: "Odessa DC", share: 10 },
  { ...PERMIAN, name: "Odessa Supply Hub", type: "Warehouse", warehouse: "Odessa DC", share: 9 },
  { ...EAGLE_FORD, name: "Rig 88 Karnes", type: "Rig", warehouse: "Houston DC", share: 8 },
  { ...EAGLE_FORD, name: "Rig 93 Cotulla", type: "Rig", warehouse: "Houston DC", share: 7 },
  { ...EAGLE_FORD, name: "Pleasanton Yard", type: "Yard", warehouse: "Houston DC", share: 5 },
  { ...MIDCON, name: "Rig 310 Kingfisher", type: "Rig", warehouse: "Oklahoma City DC", share: 6 },
  { ...MIDCON, name: "El Reno Service Center", type: "Shop", warehouse: "Oklahoma City DC", share: 4 },
  { ...BAKKEN, name: "Rig 402 Watford City", type: "Rig", warehouse: "Williston DC", share: 6 },
  { ...BAKKEN, name: "Williston Yard", type: "Yard", warehouse: "Williston DC", share: 4 },
  {
    ...SERVICES,
    name: "Beaumont Machine Shop",
    type: "Shop",
    warehouse: "Houston DC",
    taxPercent: 8.25,
    share: 4,
    isBuyout: true,
  },
  {
    ...SERVICES,
    division: "Corporate",
    name: "Houston Headquarters",
    type: "Office",
    warehouse: "Houston DC",
    taxPercent: 8.25,
    share: 2,
  },
];
