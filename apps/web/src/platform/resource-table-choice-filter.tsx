import { OptionSearch } from "@mcc/ui/option-search.tsx";
import { useState } from "react";
import type { FilterProps } from "./resource-table-filters.ts";
import { useSuggestions } from "./resource-table-suggestions.ts";
import { tableMessages as says } from "./table.messages.ts";

interface ChoiceProps extends FilterProps {
  readonly options: readonly string[];
  readonly busy?: boolean;
}

const Choice = ({ column: { id, label }, state, change, close, options, busy }: ChoiceProps) => {
  const [draft, setDraft] = useState("");
  const typed = draft.trim().toLowerCase();
  return (
    <OptionSearch
      label={label}
      draft={draft}
      onType={setDraft}
      options={options.filter((option) => option.toLowerCase().includes(typed))}
      chosen={String(state[id] ?? "")}
      busy={busy}
      empty={says.noMatch}
      onPick={(option) => {
        change({ [id]: option });
        close();
      }}
    />
  );
};

/** The nodes of a group are asked for when its filter is opened. */
const GroupChoice = (props: FilterProps) => (
  <Choice {...props} {...useSuggestions(props.suggest, props.column.id, props.state, props.params)} />
);

/** Filters by one of the values a column can have. */
export const ChoiceFilter = (props: FilterProps) =>
  props.column.kind === "group" ? (
    <GroupChoice {...props} />
  ) : (
    <Choice {...props} options={props.column.options ?? []} />
  );
