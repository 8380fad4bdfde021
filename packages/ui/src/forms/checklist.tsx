import { Checkbox, Loader, TextInput } from "@mantine/core";
import { useState } from "react";
import check from "./check-option.module.css";
import classes from "./checklist.module.css";

/** With more options than this, there is a search field in any case. */
const FEW_OPTIONS = 8;

interface ChecklistProps {
  readonly label: string;
  readonly options: readonly string[];
  /** The text of an option, if it differs. */
  readonly nameOf?: (option: string) => string;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  /** The options that would find rows; the others are dimmed. Undefined while this is not known. */
  readonly useful?: readonly string[];
  readonly busy?: boolean;
  /** Few options have a search field, too. */
  readonly searchable?: boolean;
  /** Shown when no option is left. */
  readonly empty: string;
}

/** Options with checkboxes, and a search field if there are many. */
export const Checklist = ({
  label,
  options,
  nameOf = (option) => option,
  chosen,
  onChange,
  useful,
  busy,
  searchable = false,
  empty,
}: ChecklistProps) => {
  const [draft, setDraft] = useState("");
  const typed = draft.trim().toLowerCase();
  const shown = options.filter((option) => nameOf(option).toLowerCase().includes(typed));
  const isLong = searchable || options.length > FEW_OPTIONS;
  const toggle = (option: string) =>
    onChange(options.filter((one) => chosen.includes(one) !== (one === option)));
  return (
    <>
      {isLong && (
        <TextInput
          data-autofocus
          autoFocus // it is loaded on demand, possibly after the focus trap has looked for it
          aria-label={label}
          placeholder={label}
          maxLength={255}
          autoComplete="off"
          value={draft}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
          // If the search leaves one option, Enter checks it.
          onKeyDown={({ key }) => key === "Enter" && shown.length === 1 && toggle(String(shown[0]))}
          rightSection={busy && <Loader size={14} aria-label="Loading" />}
          mb={6}
        />
      )}
      <fieldset className={classes.options} aria-label={label}>
        {shown.map((option, at) => (
          <Checkbox
            key={option}
            className={check.option}
            label={nameOf(option)}
            size="sm"
            checked={chosen.includes(option)}
            data-useless={(useful && !useful.includes(option)) || undefined}
            data-autofocus={(!isLong && at === 0) || undefined}
            onChange={() => toggle(option)}
          />
        ))}
        {shown.length === 0 && !busy && <p className={check.empty}>{empty}</p>}
      </fieldset>
    </>
  );
};
