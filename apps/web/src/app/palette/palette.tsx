import "@mantine/spotlight/styles.layer.css";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { can } from "@mcc/contract/access/permissions.ts";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useSessionUser } from "../../platform/session/session-user.ts";
import classes from "./palette.module.css";
import { paletteTexts as says } from "./palette.texts.ts";
import { usePaletteGroups } from "./palette-groups.tsx";

const [store, spotlight] = createSpotlight();
const OPTION = "palette-option-";
const LIST = "palette-list";

interface PaletteProps {
  readonly opened: boolean;
  readonly close: () => void;
}

/** Pages, actions and records by name or number; everything by keyboard. */
export const Palette = ({ opened, close }: PaletteProps) => {
  const hasRecords = can(useSessionUser(), "company:member");
  const [typed, setTyped] = useState("");
  const [wanted, setWanted] = useState(0);
  const { groups, notice, isBusy } = usePaletteGroups(typed);
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  // Lines may have come or gone since; without lines there is none.
  const selected = Math.min(wanted, count - 1);
  useEffect(() => (opened ? spotlight.open() : spotlight.close()), [opened]);
  // Spotlight moves from the line that it knows of.
  useEffect(() => store.updateState((state) => ({ ...state, selected })));

  let place = 0;
  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={(text) => {
        setTyped(text);
        setWanted(0);
      }}
      onSpotlightClose={close}
      shortcut={null} // the shell has it, which works before this code is loaded
      scrollable
      maxHeight="min(480px, 70dvh)"
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.45, blur: 0 }}
      lockScroll={false} // locking computes every style of the page again
      attributes={{ content: { "aria-label": says.name } }}
    >
      <Spotlight.Search
        role="combobox"
        aria-label={says.name}
        aria-expanded
        aria-controls={LIST}
        aria-autocomplete="list"
        aria-activedescendant={selected >= 0 ? OPTION + selected : undefined}
        placeholder={hasRecords ? says.placeholder : says.placeholderWithoutRecords}
        maxLength={255}
        leftSection={<IconSearch size={18} aria-hidden />}
        // Spotlight handles the key afterwards, and does not say which line it has moved to.
        onKeyDown={() => queueMicrotask(() => setWanted(Math.max(store.getState().selected, 0)))}
      />
      <Spotlight.ActionsList id={LIST} role="listbox" aria-label={says.name} aria-busy={isBusy}>
        {groups.map(({ label, entries }) => (
          <Spotlight.ActionsGroup key={label} label={label} role="group" aria-label={label}>
            {entries.map(({ key, label: name, description, run, staysOpen }) => {
              const at = place++;
              return (
                <Spotlight.Action
                  key={key}
                  // Spotlight does not pass an id on.
                  ref={(line) => {
                    if (line) line.id = OPTION + at;
                  }}
                  role="option"
                  aria-selected={at === selected}
                  data-selected={at === selected || undefined}
                  className={classes.line}
                  label={name}
                  description={description}
                  closeSpotlightOnTrigger={!staysOpen}
                  onClick={run}
                />
              );
            })}
          </Spotlight.ActionsGroup>
        ))}
      </Spotlight.ActionsList>
      <p className={classes.notice} role="status">
        {notice}
      </p>
    </Spotlight.Root>
  );
};
