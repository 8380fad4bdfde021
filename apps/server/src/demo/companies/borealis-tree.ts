import type { NodePlan, SitePlan } from "../company-plan.ts";

/** One group a level, from the root down. */
export const GROUPS = ["Corporate", "Region", "Division", "Area"] as const;

/** Two spaces a level; a star is a site: name | type | location | share of the orders. */
const TREE = `
Borealis Mining
  * Calgary Head Office | Office | Calgary, AB | 2
  Northern Region
    * Yellowknife Logistics Base | Warehouse | Yellowknife, NT | 6
    Yellowknife Division
      Giant Lake Area
        * Giant Lake Mine | Mine | Giant Lake, NT | 9
        * Giant Lake Mill | Mill | Giant Lake, NT | 6
      Prosperous Area
        * Prosperous Camp | Camp | Prosperous Lake, NT | 4
      Gordon Lake Area
        * Gordon Lake Camp | Camp | Gordon Lake, NT | 2
      Ingraham Area
        * Ingraham Warehouse | Warehouse | Ingraham Trail, NT | 3
    Kivalliq Division
      Meliadine Area
        * Meliadine Ridge Mine | Mine | Rankin Inlet, NU | 8
      Baker Lake Area
        * Baker Lake Camp | Camp | Baker Lake, NU | 4
      Whale Cove Area
        * Whale Cove Staging | Warehouse | Whale Cove, NU | 2
      Arviat Area
    Yukon Division
      Keno Area
        * Keno Hill Mine | Mine | Keno City, YT | 5
      Dawson Area
        * Dawson Camp | Camp | Dawson City, YT | 2
      Faro Area
      Mayo Area
        * Mayo Warehouse | Warehouse | Mayo, YT | 2
  Western Region
    Kootenay Division
      Elk Valley Area
        * Elk Valley Mine | Mine | Sparwood, BC | 6
        * Fernie Camp | Camp | Fernie, BC | 2
      Slocan Area
        * Slocan Mill | Mill | New Denver, BC | 3
      Moyie Area
      Trail Area
        * Trail Warehouse | Warehouse | Trail, BC | 3
    Omineca Division
      Babine Area
        * Babine Lake Mine | Mine | Granisle, BC | 5
      Germansen Area
        * Germansen Camp | Camp | Germansen Landing, BC | 2
      Takla Area
      Burns Lake Area
    Cariboo Division
      Likely Area
        * Quesnel River Mine | Mine | Likely, BC | 4
      Horsefly Area
        * Horsefly Camp | Camp | Horsefly, BC | 2
      Wells Area
  Central Region
    Athabasca Division
      Cree Lake Area
        * Cree Lake Mine | Mine | Key Lake, SK | 6
        * Cree Lake Mill | Mill | Key Lake, SK | 4
      Stony Rapids Area
        * Stony Rapids Camp | Camp | Stony Rapids, SK | 2
      Uranium City Area
      Wollaston Area
    Flin Flon Division
      Snow Lake Area
        * Snow Lake Mine | Mine | Snow Lake, MB | 5
      Cranberry Area
        * Cranberry Portage Warehouse | Warehouse | Cranberry Portage, MB | 2
      Sherridon Area
      Lynn Lake Area
        * Lynn Lake Camp | Camp | Lynn Lake, MB | 2
    Red Lake Division
      Balmertown Area
        * Balmertown Mine | Mine | Balmertown, ON | 5
      Madsen Area
        * Madsen Mill | Mill | Madsen, ON | 3
      Pickle Lake Area
        * Pickle Lake Camp | Camp | Pickle Lake, ON | 2
  Eastern Region
    * Sudbury Core Lab | Office | Sudbury, ON | 2
    Timmins Division
      Porcupine Area
        * Porcupine Mine | Mine | Timmins, ON | 7
        * Porcupine Mill | Mill | Timmins, ON | 4
      Night Hawk Area
        * Night Hawk Camp | Camp | Connaught, ON | 2
      Matheson Area
      Kirkland Area
        * Kirkland Warehouse | Warehouse | Kirkland Lake, ON | 3
    Abitibi Division
      Malartic Area
        * Malartic Mine | Mine | Malartic, QC | 6
        * Malartic Mill | Mill | Malartic, QC | 3
      Preissac Area
        * Preissac Camp | Camp | Preissac, QC | 2
      Chibougamau Area
    Labrador Division
      Wabush Area
        * Wabush Mine | Mine | Wabush, NL | 5
      Churchill Area
      Schefferville Area
`;

const WAREHOUSES: Readonly<Record<string, string>> = {
  NT: "Yellowknife DC",
  NU: "Yellowknife DC",
  MB: "Thunder Bay DC",
  ON: "Thunder Bay DC",
  QC: "Sudbury DC",
  NL: "Sudbury DC",
};
const TAX_PERCENT: Readonly<Record<string, number>> = {
  ON: 13,
  NL: 15,
  QC: 14.975,
  MB: 12,
  SK: 11,
  BC: 12,
};
const FEDERAL_TAX_PERCENT = 5;

/** The prospect bought from another owner: its storefront is closed to all but company admins. */
const BUYOUT_SITE = "Slocan Mill";

const readTree = () => {
  const nodes: NodePlan[] = [];
  const sites: SitePlan[] = [];
  const path: string[] = [];
  for (const line of TREE.trim().split("\n")) {
    const text = line.trim();
    const level = (line.length - line.trimStart().length) / 2;
    if (text.startsWith("* ")) {
      sites.push(readSite(text.slice(2), path[level - 1] ?? ""));
      continue;
    }
    path[level] = text;
    nodes.push({ name: text, group: GROUPS[level] ?? "", parent: path[level - 1] });
  }
  return { nodes, sites };
};

const readSite = (text: string, node: string): SitePlan => {
  const [name = "", type = "", location = "", share] = text.split("|").map((part) => part.trim());
  const province = location.slice(-2);
  return {
    name,
    type,
    location,
    node,
    share: Number(share),
    warehouse: WAREHOUSES[province] ?? "Edmonton DC",
    taxPercent: TAX_PERCENT[province] ?? FEDERAL_TAX_PERCENT,
    isBuyout: name === BUYOUT_SITE,
  };
};

export const { nodes: borealisNodes, sites: borealisSites } = readTree();

/** The names of the sites on a node and on everything below it. */
export const sitesBelow = (node: string): string[] => [
  ...borealisSites.filter((site) => site.node === node).map((site) => site.name),
  ...borealisNodes.filter(({ parent }) => parent === node).flatMap(({ name }) => sitesBelow(name)),
];
