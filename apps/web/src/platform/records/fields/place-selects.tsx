import { can } from "@mcc/contract/access/permissions.ts";
import { nodeList } from "@mcc/contract/hierarchy/nodes.api.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { liteSites } from "@mcc/contract/sites/lite-sites.ts";
import { useSessionUser } from "../../session/session-user.ts";
import type { AppForm } from "../forms/form.ts";
import { AsyncMultiSelect } from "./async-multi-select.tsx";
import { everyNode } from "./node-select.tsx";

const everySite = { query: { liteVersion: "true", limit: String(ALL_ROWS) } };

/** The options of records by their names. */
export const named = (rows: readonly { readonly id: number; readonly name: string }[]) =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }));

const texts = {
  nodes: "Nodes",
  nodesFailed: "There has been an error fetching the nodes",
  sites: "Sites",
  sitesFailed: "There has been an error fetching the sites",
} as const;

interface PlaceSelectsProps {
  readonly field: (name: "nodes" | "sites") => ReturnType<AppForm<Record<string, unknown>>["field"]>;
  readonly nodesHint: string;
  readonly sitesHint?: string;
}

/** The nodes, in companies with a hierarchy, and the sites that something is limited to. */
export const PlaceSelects = ({ field, nodesHint, sitesHint }: PlaceSelectsProps) => (
  <>
    {can(useSessionUser(), "hierarchy:read") && (
      <AsyncMultiSelect
        label={texts.nodes}
        description={nodesHint}
        endpoint={nodeList.page}
        ask={everyNode}
        optionsOf={({ results }) => named(results)}
        failed={texts.nodesFailed}
        {...field("nodes")}
      />
    )}
    <AsyncMultiSelect
      label={texts.sites}
      description={sitesHint}
      endpoint={liteSites}
      ask={everySite}
      optionsOf={({ results }) => named(results)}
      failed={texts.sitesFailed}
      {...field("sites")}
    />
  </>
);
