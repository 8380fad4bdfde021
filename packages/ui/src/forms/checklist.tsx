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
  /** The search field, if the options depend on what is typed. Otherwise it filters those that are given. */
  readonly search?: {
    readonly draft: string;
    readonly type: (text: string) => void;
    /** On Enter, on Escape and on blur: applies the typed text immediately. */
    readonly settle: () => void;
  };
  /** Shown when no option is left. */
  readonly empty: string;
  /** At most so many options can be chosen. */
  readonly most?: number;
  /** A sentence below the options. */
  readonly note?: string | false;
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
  search,
  empty,
  most = Number.POSITIVE_INFINITY,
  note,
}: ChecklistProps) => {
  const [ownDraft, setDraft] = useState("");
  const { draft, type, settle } = search ?? { draft: ownDraft, type: setDraft };
  const typed = draft.trim().toLowerCase();
  const shown = search ? options : options.filter((option) => nameOf(option).toLowerCase().includes(typed));
  const isLong = searchable || search !== undefined || options.length > FEW_OPTIONS;
  const notOffered = chosen.filter((option) => !options.includes(option));
  const toggle = (option: string) =>
    onChange([...notOffered, ...options.filter((one) => chosen.includes(one) !== (one === option))]);
  const isFull = chosen.length >= most;
  const onKeyDown = (key: string) => {
    const [only, ...more] = shown;
    const isOnly = only !== undefined && more.length === 0 && !(isFull && !chosen.includes(only));
    // If the search leaves one option, Enter checks it.
    if (key === "Enter" && isOnly && !busy) toggle(only);
    else if (key === "Enter" || key === "Escape") settle?.();
  };
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
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={({ key }) => onKeyDown(key)}
          onBlur={settle}
          rightSection={busy && <Loader size={14} role="img" aria-label="Loading" />}
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
            disabled={isFull && !chosen.includes(option)}
            data-useless={(useful && !useful.includes(option)) || undefined}
            data-autofocus={(!isLong && at === 0) || undefined}
            onChange={() => toggle(option)}
          />
        ))}
        {shown.length === 0 && !busy && <p className={check.empty}>{empty}</p>}
      </fieldset>
      {note && <p className={check.empty}>{note}</p>}
    </>
  );
};
