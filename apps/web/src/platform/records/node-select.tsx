import type { SelectProps } from "@mantine/core";
import { nodeList } from "@mcc/contract/hierarchy/nodes.api.ts";
import { AsyncSelect } from "./async-select.tsx";
import classes from "./node-select.module.css";

/** As many nodes as forms ask for (specification 2, section 9). */
export const everyNode = { query: { limit: "1000000", liteVersion: "true" } };

interface NodeSelectProps extends Omit<SelectProps, "data"> {
  /** The toast when the nodes cannot be loaded. */
  readonly failed: string;
}

/** One node of the hierarchy; nodes of the same name are told apart by the node above them. */
export const NodeSelect = (props: NodeSelectProps) => (
  <AsyncSelect
    endpoint={nodeList.page}
    ask={everyNode}
    optionsOf={({ results }) => {
      const names = new Map(results.map(({ id, name }) => [id, name]));
      return results.map(({ id, name, parent }) => ({
        value: String(id),
        label: name,
        above: parent === null ? undefined : names.get(parent),
      }));
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
