import { Input, TextInput, VisuallyHidden } from "@mantine/core";
import { IconCheck, IconMinus, IconSearch } from "@tabler/icons-react";
import { type CSSProperties, type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { tooltip } from "../overlays/tooltip.ts";
import { TreeOpener } from "./tree-opener.tsx";
import classes from "./tree-picker.module.css";
import { ancestorsOfPicked, type TreeNode, type TreeRow, treeRows } from "./tree-rows.ts";

interface TreePickerProps {
  readonly label: string;
  readonly search: string;
  /** Shown when nothing matches. */
  readonly empty: string;
  readonly nodes: readonly TreeNode[];
  readonly picked: ReadonlySet<string>;
  readonly onPick: (picked: ReadonlySet<string>) => void;
  /** The reason why a descendant of a picked node is checked too. */
  readonly includedIn: (label: string) => string;
  readonly iconOf?: (node: TreeNode) => ReactNode;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly disabled?: boolean;
  /** The name of the form field, which gets the focus when it has an error. */
  readonly path?: string;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };

const toggled = (set: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
};

interface ItemProps {
  readonly row: TreeRow;
  readonly picked: boolean;
  readonly reason: string | undefined;
  readonly active: boolean;
  readonly icon: ReactNode;
  readonly onOpen: () => void;
  readonly onToggle: () => void;
  readonly onFocus: () => void;
}

const Item = ({ row, picked, reason, active, icon, onOpen, onToggle, onFocus }: ItemProps) => {
  const { node, level, expanded, position, size, within, partly } = row;
  const checked = picked || within !== undefined;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
    <div
      className={classes.item}
      style={{ "--level": level - 1 } as CSSProperties}
      role="treeitem"
      data-id={node.id}
      data-included={within !== undefined || undefined}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={size}
      aria-expanded={expanded}
      aria-checked={partly ? "mixed" : checked}
      aria-selected={false}
      aria-disabled={reason !== undefined || undefined}
      tabIndex={active ? 0 : -1}
      {...tooltip(node.taken ? undefined : reason, { touch: true, at: "top-start" })}
      onFocus={onFocus}
      onClick={onToggle}
    >
      <TreeOpener expanded={expanded} onToggle={onOpen} />
      <span className={classes.box} data-checked={checked || partly || undefined} aria-hidden>
        {checked && <IconCheck size={12} stroke={3} />}
        {partly && <IconMinus size={12} stroke={3} />}
      </span>
      {icon && (
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
      )}
      <span className={classes.words}>
        {node.label}
        {node.taken && <span className={classes.taken}>{node.taken}</span>}
      </span>
      {reason && !node.taken && <VisuallyHidden>{reason}</VisuallyHidden>}
    </div>
  );
};

/** Picks any number of nodes of a tree; a picked node includes its descendants. */
export const TreePicker = ({ nodes, picked, onPick, ...rest }: TreePickerProps) => {
  const { label, search: searchLabel, empty, includedIn, iconOf, error, required, disabled = false } = rest;
  const base = useId();
  const tree = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState("");
  const [active, setActive] = useState<string>();
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(
    () => new Set([...nodes.map(({ id }) => id), ...ancestorsOfPicked(nodes, picked)]),
  );
  const rows = treeRows(nodes, { expanded, picked, search });
  const at = Math.max(
    rows.findIndex(({ node }) => node.id === active),
    0,
  );
  const reasonOf = ({ node, within }: TreeRow) => node.taken ?? (within ? includedIn(within) : undefined);
  const toggle = (row: TreeRow | undefined) => {
    // A node that was picked before it became unavailable can still be removed.
    const stuck = row && reasonOf(row) !== undefined && !picked.has(row.node.id);
    if (row && !stuck && !disabled) onPick(toggled(picked, row.node.id));
  };
  const open = (id: string) => setExpanded((now) => toggled(now, id));
  const focus = (id: string | undefined) => {
    if (id === undefined) return;
    setActive(id);
    tree.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at];
    if (!row) return;
    const { node, expanded: opened, parent } = row;
    const step = STEPS[event.key];
    if (step !== undefined) focus(rows[Math.min(Math.max(at + step, 0), rows.length - 1)]?.node.id);
    else if (event.key === "ArrowRight")
      opened ? focus(rows[at + 1]?.node.id) : opened === false && open(node.id);
    else if (event.key === "ArrowLeft") opened ? open(node.id) : focus(parent);
    else if (event.key === " " || event.key === "Enter") toggle(row);
    else return;
    event.preventDefault();
  };
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      required={required}
      withAsterisk={required}
      error={error}
      labelProps={{ id: `${base}-label` }}
      errorProps={{ id: `${base}-error` }}
    >
      <div className={classes.frame} data-error={Boolean(error) || undefined}>
        <TextInput
          className={classes.search}
          variant="unstyled"
          size="sm"
          maxLength={255}
          autoComplete="off"
          aria-label={searchLabel}
          aria-describedby={error ? `${base}-error` : undefined}
          placeholder={searchLabel}
          data-path={rest.path}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") event.preventDefault();
            if (event.key !== "ArrowDown") return;
            event.preventDefault();
            focus(rows[at]?.node.id);
          }}
        />
        <div
          ref={tree}
          className={classes.tree}
          role="tree"
          tabIndex={-1}
          aria-multiselectable
          aria-labelledby={`${base}-label`}
          aria-invalid={Boolean(error) || undefined}
          aria-disabled={disabled || undefined}
          onKeyDown={onKeyDown}
        >
          {rows.map((row, index) => (
            <Item
              key={row.node.id}
              row={row}
              picked={picked.has(row.node.id)}
              reason={reasonOf(row)}
              active={index === at}
              icon={iconOf?.(row.node)}
              onOpen={() => open(row.node.id)}
              onToggle={() => {
                setActive(row.node.id);
                toggle(row);
              }}
              onFocus={() => setActive(row.node.id)}
            />
          ))}
        </div>
        {rows.length === 0 && <p className={classes.empty}>{empty}</p>}
      </div>
    </Input.Wrapper>
  );
};
