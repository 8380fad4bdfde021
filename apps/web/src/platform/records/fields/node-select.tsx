import type { SelectProps } from "@mantine/core";
import { nodeList } from "@mcc/contract/hierarchy/nodes.api.ts";
import type { LiteNode } from "@mcc/contract/hierarchy/nodes.schema.ts";
import { AsyncSelect } from "./async-select.tsx";
import classes from "./node-select.module.css";

/** As many nodes as forms ask for (specification 2, section 9). */
export const everyNode = { query: { limit: "1000000", liteVersion: "true" } };

interface NodeSelectProps extends Omit<SelectProps, "data"> {
  /** The toast when the nodes cannot be loaded. */
  readonly failed: string;
  /** A node that is left out, with the nodes below it: a node cannot be moved below itself. */
  readonly without?: number;
  /** A sentence about the chosen node. */
  readonly remarkOn?: (chosen: LiteNode, nodes: readonly LiteNode[]) => string | undefined;
}

/** The nodes that are neither this one nor below it. */
const notBelow = (nodes: readonly LiteNode[], without: number | undefined): readonly LiteNode[] => {
  if (without === undefined) return nodes;
  const children = Map.groupBy(nodes, ({ parent }) => parent);
  const below = new Set<number>();
  for (const queue = [without]; queue.length > 0; ) {
    const id = queue.pop() as number;
    below.add(id);
    queue.push(...(children.get(id) ?? []).map((child) => child.id));
  }
  return nodes.filter(({ id }) => !below.has(id));
};

/** One node of the hierarchy; nodes of the same name are told apart by the node above them. */
export const NodeSelect = ({ without, remarkOn, ...props }: NodeSelectProps) => (
  <AsyncSelect
    endpoint={nodeList.litePage}
    ask={everyNode}
    optionsOf={({ results }) => {
      const names = new Map(results.map(({ id, name }) => [id, name]));
      return notBelow(results, without).map(({ id, name, parent }) => ({
        value: String(id),
        label: name,
        above: parent === null ? undefined : names.get(parent),
      }));
    }}
    remarkOf={({ results }) => {
      const chosen = results.find(({ id }) => String(id) === props.value);
      return chosen && remarkOn?.(chosen, results);
    }}
    renderOption={({ option }) => (
      <span className={classes.option}>
        {option.label}
        <span className={classes.above}>{(option as { above?: string }).above}</span>
      </span>
    )}
    {...props}
  />
);
