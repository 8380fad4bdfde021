import { Checklist } from "@mcc/ui/checklist.tsx";
import { listTexts as says } from "../list.texts.ts";
import { chosenOf, type FilterProps } from "./active-filters.ts";
import { useSuggestions } from "./suggestions.ts";

interface ChoiceProps extends FilterProps {
  readonly options: readonly string[];
  readonly useful?: readonly string[];
  readonly busy?: boolean;
}

/** What is chosen can always be taken back, whatever else is filtered. */
const Choice = ({ column, state, change, options, useful, busy }: ChoiceProps) => {
  const chosen = chosenOf(column, state);
  const others = chosen.filter((value) => !options.includes(value));
  return (
    <Checklist
      label={column.label}
      options={[...options, ...others]}
      chosen={chosen}
      useful={useful}
      busy={busy}
      empty={says.noMatch}
      // One step back leads to before the first of them.
      onChange={(values) => change({ [column.id]: values }, { typing: "goes on" })}
    />
  );
};

/** A choice whose options are known: the suggestions say which of them would find something. */
const DeclaredChoice = ({ options, ...props }: ChoiceProps) => {
  const { options: useful, isKnown } = useSuggestions(
    props.suggest,
    props.column.id,
    props.state,
    props.params,
  );
  return <Choice {...props} options={options} useful={isKnown ? useful : undefined} />;
};

/** A choice from the company's own records: the suggestions are its options. */
const SuggestedChoice = (props: FilterProps) => (
  <Choice {...props} {...useSuggestions(props.suggest, props.column.id, props.state, props.params)} />
);

/** Filters by any of the values a column can have. */
export const ChoiceFilter = (props: FilterProps) => {
  const { options, kind } = props.column;
  if (!options) return <SuggestedChoice {...props} />;
  return kind === "group" ? (
    <Choice {...props} options={options} />
  ) : (
    <DeclaredChoice {...props} options={options} />
  );
};
