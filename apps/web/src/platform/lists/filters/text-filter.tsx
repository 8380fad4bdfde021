import { useDebouncedText } from "@mcc/ui/forms/debounced-text.ts";
import { OptionSearch } from "@mcc/ui/forms/option-search.tsx";
import { listTexts as says } from "../list.texts.ts";
import type { FilterProps } from "./active-filters.ts";
import { useSuggestions } from "./suggestions.ts";

/** Filters by a part of the text while the user types, and suggests values. */
export const TextFilter = ({ column, state, change, suggest, params, close }: FilterProps) => {
  const { id, label } = column;
  const value = String(state[id] ?? "");
  const { draft, type, flush, cancel } = useDebouncedText(value, (text) =>
    change({ [id]: text || undefined }, { typing: "goes on" }),
  );
  const { options, busy } = useSuggestions(suggest, id, state, params);
  // While new suggestions load, old ones that do not contain the typed text are not offered.
  const holdsDraft = (option: string) => option.toLowerCase().includes(draft.trim().toLowerCase());
  return (
    <OptionSearch
      label={label}
      draft={draft}
      onType={type}
      onSettle={flush}
      options={draft === value ? options : options.filter(holdsDraft)}
      chosen={value}
      busy={busy}
      empty={says.noMatch}
      onPick={(option) => {
        cancel(); // otherwise the field, when it loses the focus, would filter by the typed text
        change({ [id]: option }, { typing: "ends" });
        close();
      }}
    />
  );
};
