import { Checklist } from "@mcc/ui/forms/checklist.tsx";
import { listTexts as says } from "../list.texts.ts";
import { chosenOf, type FilterProps } from "./active-filters.ts";
import { useSuggestions } from "./suggestions.ts";

interface ChoiceProps extends FilterProps {
  readonly options: readonly string[];
  readonly useful?: readonly string[];
  readonly busy?: boolean;
}

/** A chosen option can always be unchecked, even if the other filters find nothing with it. */
const Choice = ({ column, state, change, options, useful, busy }: ChoiceProps) => {
  const chosen = chosenOf(column, state);
  const others = chosen.filter((value) => !options.includes(value));
  return (
    <Checklist
      label={column.label}
      options={[...options, ...others]}
      nameOf={column.nameOf}
      chosen={chosen}
      useful={useful}
      busy={busy}
      searchable={column.typed}
      empty={says.noMatch}
      // Several choices are one entry of the history: Back undoes all of them.
      onChange={(values) => change({ [column.id]: values }, { typing: "goes on" })}
    />
  );
};

/** A choice with declared options; the suggestions say which of them would find rows. */
const DeclaredChoice = ({ options, ...props }: ChoiceProps) => {
  const { options: useful, isKnown } = useSuggestions(
    props.suggest,
    props.column.id,
    props.state,
    props.params,
  );
  return <Choice {...props} options={options} useful={isKnown ? useful : undefined} />;
};

/** A choice from the records of the company; the suggestions are its options. */
const SuggestedChoice = (props: FilterProps) => (
  <Choice {...props} {...useSuggestions(props.suggest, props.column.id, props.state, props.params)} />
);

/** Filters by one or several values of a column. */
export const ChoiceFilter = (props: FilterProps) => {
  const { options, kind } = props.column;
  if (!options) return <SuggestedChoice {...props} />;
  return kind === "group" ? (
    <Choice {...props} options={options} />
  ) : (
    <DeclaredChoice {...props} options={options} />
  );
};
