import { directoryMessages } from "@mcc/contract/directory/directory.schema.ts";
import { hierarchyMessages } from "@mcc/contract/hierarchy/hierarchy.messages.ts";
import { importMessages as says } from "@mcc/contract/imports/imports.messages.ts";
import {
  type NodeColumnKey,
  namesIn,
  SITE_SEPARATORS,
  USER_SEPARATORS,
} from "@mcc/contract/imports/node-columns.ts";
import { text } from "@mcc/contract/kit/text.ts";
import type { MappedRow } from "@mcc/contract/sheets/sheet-columns.ts";
import { pauseForOthers } from "../../platform/pause-for-others.ts";
import type { Placeable } from "./node-lookups.queries.ts";

export type NodeRow = MappedRow<NodeColumnKey>;

/** What the company has of what the rows name. */
export interface NodeLookups {
  /** The name of its root; none while it has no nodes. */
  readonly root: string | undefined;
  /** Ids by names in small letters; none at all means that the file brings its own. */
  readonly groups: ReadonlyMap<string, number>;
  /** How many nodes have a name, and one of them. */
  readonly nodes: ReadonlyMap<string, { readonly id: number; readonly count: number }>;
  readonly nodeIds: ReadonlyMap<string, number>;
  readonly users: ReadonlyMap<string, Placeable>;
  readonly sites: ReadonlyMap<string, Placeable>;
}

export interface NodePlan {
  readonly row: number;
  readonly name: string;
  readonly group: string;
  /** Another row, the id of a node, or nothing for the root. */
  readonly parent: NodeRow | number | null;
  readonly users: readonly number[];
  readonly sites: readonly number[];
  readonly errors: readonly { readonly field: NodeColumnKey; readonly message: string }[];
}

const key = (name: string): string => name.trim().toLowerCase();

/** As for a name that is typed. */
const textProblem = (name: string): string | undefined => text().safeParse(name).error?.issues[0]?.message;

/** The sites of a cell. A name may contain commas; where no site is called so, they separate names. */
const sitesIn = (cell: string | undefined, isKnown: (name: string) => boolean): string[] =>
  namesIn(cell, SITE_SEPARATORS).flatMap((name) => {
    const parts = name.includes(",") && !isKnown(name) ? namesIn(name, /,/) : [];
    return parts.length > 0 && parts.every(isKnown) ? parts : [name];
  });

/** So many names of a longer way round are shown, at its beginning and at its end. */
const SHOWN = { all: 8, first: 3, last: 2 };

/** The names on the way round from one row to itself; a round of thousands has as many such ways. */
const namesOfRound = (round: readonly NodeRow[], from: number): string[] => {
  const nameAt = (step: number): string => round[(from + step) % round.length]?.cells.name ?? "";
  const names = (first: number, count: number) =>
    Array.from({ length: count }, (_, at) => nameAt(first + at));
  const count = round.length + 1;
  if (count <= SHOWN.all) return names(0, count);
  return [...names(0, SHOWN.first), "…", ...names(count - SHOWN.last, SHOWN.last)];
};

/** Rows that are above themselves, with the names on the way round. */
const cyclesOf = (parentOf: ReadonlyMap<NodeRow, NodeRow>): Map<NodeRow, string[]> => {
  const cycles = new Map<NodeRow, string[]>();
  const done = new Set<NodeRow>();
  for (const start of parentOf.keys()) {
    const way: NodeRow[] = [];
    const seen = new Set<NodeRow>();
    let row: NodeRow | undefined = start;
    while (row && !done.has(row) && !seen.has(row)) {
      way.push(row);
      seen.add(row);
      row = parentOf.get(row);
    }
    if (row && seen.has(row)) {
      const round = way.slice(way.indexOf(row));
      for (const [at, one] of round.entries()) cycles.set(one, namesOfRound(round, at));
    }
    for (const one of way) done.add(one);
  }
  return cycles;
};

const firstsOf = (rows: readonly NodeRow[]): Map<string, NodeRow> => {
  const firsts = new Map<string, NodeRow>();
  for (const row of rows) {
    const name = key(row.cells.name ?? "");
    if (name !== "" && !firsts.has(name)) firsts.set(name, row);
  }
  return firsts;
};

/** Says of every row what it would create, and what is wrong with each of its cells. */
export const planNodes = async (rows: readonly NodeRow[], found: NodeLookups): Promise<NodePlan[]> => {
  const firsts = firstsOf(rows);
  const root = found.root === undefined ? rows.find(({ cells }) => !cells.parent) : undefined;
  const inFile = (row: NodeRow) => firsts.get(key(row.cells.parent ?? ""));
  const parents = rows.flatMap((row) => {
    const parent = inFile(row);
    return parent ? [[row, parent] as const] : [];
  });
  const cycles = cyclesOf(new Map(parents));

  const nameError = (row: NodeRow): string | undefined => {
    const name = (row.cells.name ?? "").trim();
    if (name === "") return hierarchyMessages.required;
    const problem = textProblem(name);
    if (problem !== undefined) return problem;
    const first = firsts.get(key(name));
    if (first !== row) return says.twiceInSheet(first?.row ?? null);
    return found.nodes.has(name) ? says.nodeExists(name) : undefined;
  };
  const groupError = ({ cells: { group = "" } }: NodeRow): string | undefined => {
    if (group.trim() === "") return hierarchyMessages.required;
    const problem = textProblem(group);
    if (problem !== undefined) return problem;
    return found.groups.size === 0 || found.groups.has(key(group)) ? undefined : says.unknownGroup(group);
  };
  const parentOf = (row: NodeRow): { parent: NodePlan["parent"]; error?: string } => {
    const { parent = "" } = row.cells;
    if (parent === "") {
      if (found.root !== undefined) return { parent: null, error: says.rootExists(found.root) };
      return root === row ? { parent: null } : { parent: null, error: says.rootInRow(root?.row ?? 0) };
    }
    const other = inFile(row);
    if (other) {
      const cycle = cycles.get(row);
      if (other === row) return { parent: null, error: hierarchyMessages.ownParent };
      return cycle ? { parent: null, error: says.cycle(cycle) } : { parent: other };
    }
    const named = found.nodes.get(parent);
    if (named && named.count > 1) return { parent: null, error: says.severalNodes(parent) };
    const id = named?.id ?? found.nodeIds.get(parent);
    return id === undefined ? { parent: null, error: says.unknownNode(parent) } : { parent: id };
  };
  const places = (known: ReadonlyMap<string, Placeable>, unknown: (name: string) => string) => {
    const takenIn = new Map<number, number>();
    return (names: readonly string[], row: number) => {
      const ids: number[] = [];
      for (const name of new Set(names)) {
        const one = known.get(name);
        if (!one) return { ids, error: unknown(name) };
        if (one.is_kept) return { ids, error: directoryMessages.decidesOf([name], 1) };
        if (one.node_id !== null) return { ids, error: says.placed(name) };
        const before = takenIn.get(one.id);
        if (before === row) continue;
        if (before !== undefined) return { ids, error: says.placedInRow(name, before) };
        takenIn.set(one.id, row);
        ids.push(one.id);
      }
      return { ids };
    };
  };
  const placeUsers = places(found.users, says.unknownUser);
  const placeSites = places(found.sites, says.unknownSite);

  const planOf = (row: NodeRow): NodePlan => {
    const { cells, problems } = row;
    const { parent, error: parentError } = parentOf(row);
    const users = placeUsers(namesIn(cells.users, USER_SEPARATORS), row.row);
    const sites = placeSites(
      sitesIn(cells.sites, (name) => found.sites.has(name)),
      row.row,
    );
    const messages: readonly (readonly [NodeColumnKey, string | undefined])[] = [
      ...problems.map(({ field, message }) => [field, message] as const),
      ["name", nameError(row)],
      ["group", groupError(row)],
      ["parent", parentError],
      ["users", users.error],
      ["sites", sites.error],
    ];
    const first = new Map<NodeColumnKey, string>();
    for (const [field, message] of messages)
      if (message !== undefined && !first.has(field)) first.set(field, message);
    return {
      row: row.row,
      name: (cells.name ?? "").trim(),
      group: (cells.group ?? "").trim(),
      parent,
      users: users.ids,
      sites: sites.ids,
      errors: [...first].map(([field, message]) => ({ field, message })),
    };
  };
  const plans: NodePlan[] = [];
  for (const row of rows) {
    await pauseForOthers();
    plans.push(planOf(row));
  }
  return plans;
};
