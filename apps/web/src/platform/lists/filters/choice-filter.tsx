import { OptionSearch } from "@mcc/ui/option-search.tsx";
import { useState } from "react";
import { listTexts as says } from "../list.texts.ts";
import type { FilterProps } from "./active-filters.ts";
import { useSuggestions } from "./suggestions.ts";

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

/** A choice from the company's own records: the suggestions are its options. */
const SuggestedChoice = (props: FilterProps) => (
  <Choice {...props} {...useSuggestions(props.suggest, props.column.id, props.state, props.params)} />
);

/** Filters by one of the values a column can have. */
export const ChoiceFilter = (props: FilterProps) =>
  props.column.options ? (
    <Choice {...props} options={props.column.options} />
  ) : (
    <SuggestedChoice {...props} />
  );
