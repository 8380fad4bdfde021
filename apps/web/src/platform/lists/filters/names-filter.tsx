import { MAX_VALUES } from "@mcc/contract/kit/list-schema.ts";
import { quoted, wholeName } from "@mcc/contract/kit/name-values.ts";
import { Checklist } from "@mcc/ui/forms/checklist.tsx";
import { useDebouncedText } from "@mcc/ui/forms/debounced-text.ts";
import { useState } from "react";
import { listTexts as says } from "../list.texts.ts";
import { chosenOf, type FilterProps } from "./active-filters.ts";
import { useSuggestions } from "./suggestions.ts";

const nameOf = (value: string): string => wholeName(value) ?? says.contains(value);

/**
 * Filters by one or several names, each with a checkbox. What is typed narrows the names; while none is checked, it
 * filters the list as well.
 */
export const NamesFilter = ({ column, state, change, suggest, params }: FilterProps) => {
  const { id, label } = column;
  const values = chosenOf(column, state);
  const [first = ""] = values;
  const isTyped = values.length === 1 && wholeName(first) === undefined;
  const chosen = isTyped ? [] : values;
  // What was chosen when the filter was opened comes first; later choices stay where they are.
  const [atOpening] = useState(chosen);
  const [narrowing, setNarrowing] = useState("");
  const typed = chosen.length === 0 ? (isTyped ? first : "") : narrowing;
  // Typing and all choices are one entry of the history: Back undoes all of them.
  const filterBy = (next: readonly string[]) => change({ [id]: next }, { typing: "goes on" });
  const { draft, type, flush, cancel } = useDebouncedText(typed, (text) =>
    chosen.length === 0 ? filterBy([text]) : setNarrowing(text),
  );
  const { options, busy } = useSuggestions(suggest, id, { ...state, [id]: typed || undefined }, params);

  const sought = (wholeName(draft.trim()) ?? draft.trim()).toLowerCase();
  const offered = [...new Set([...atOpening, ...options.map(quoted), ...chosen])];
  return (
    <Checklist
      label={label}
      // While new suggestions load, old ones that do not contain the typed text are not offered.
      options={offered.filter((value) => nameOf(value).toLowerCase().includes(sought))}
      nameOf={nameOf}
      chosen={chosen}
      busy={busy}
      search={{ draft, type, settle: flush }}
      empty={says.noMatch}
      most={MAX_VALUES}
      note={chosen.length >= MAX_VALUES ? says.mostValues : options.length >= MAX_VALUES && says.typeForMore}
      onChange={(next) => {
        cancel(); // otherwise the field, when it loses the focus, would filter by the typed text
        setNarrowing(draft.trim());
        filterBy(next.length > 0 ? next : [draft.trim()]);
      }}
    />
  );
};
