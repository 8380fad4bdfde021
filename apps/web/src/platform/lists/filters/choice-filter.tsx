import { OptionSearch } from "@mcc/ui/option-search.tsx";
import { useState } from "react";
import { listTexts as says } from "../list.texts.ts";
import type { FilterProps } from "./active-filters.ts";

interface ChoiceProps extends FilterProps {
  readonly options: readonly string[];
}

const Choice = ({ column: { id, label }, state, change, close, options }: ChoiceProps) => {
  const [draft, setDraft] = useState("");
  const typed = draft.trim().toLowerCase();
  return (
    <OptionSearch
      label={label}
      draft={draft}
      onType={setDraft}
      options={options.filter((option) => option.toLowerCase().includes(typed))}
      chosen={String(state[id] ?? "")}
      empty={says.noMatch}
      onPick={(option) => {
        change({ [id]: option });
        close();
      }}
    />
  );
};

/** Filters by one of the values a column can have. */
export const ChoiceFilter = (props: FilterProps) => (
  <Choice {...props} options={props.column.options ?? []} />
);
