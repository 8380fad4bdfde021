import { Combobox, Loader, TextInput, useCombobox } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import classes from "./option-search.module.css";

interface OptionSearchProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly draft: string;
  readonly onType: (text: string) => void;
  /** On Enter without an option, on Escape and on blur: applies the typed text immediately. */
  readonly onSettle?: () => void;
  readonly options: readonly string[];
  readonly chosen?: string;
  readonly onPick: (option: string) => void;
  readonly busy?: boolean;
  /** Shown when there are no options. */
  readonly empty: string;
}

/** A search field with its options below it; arrow keys select an option while the field keeps the focus. */
export const OptionSearch = ({
  draft,
  onType,
  options,
  chosen,
  onPick,
  busy,
  ...rest
}: OptionSearchProps) => {
  const { label, placeholder, onSettle, empty } = rest;
  // There is no dropdown: the options are always visible.
  const store = useCombobox({ opened: true });
  return (
    <Combobox store={store} onOptionSubmit={onPick}>
      <Combobox.EventsTarget withExpandedAttribute autoComplete="off">
        <TextInput
          data-autofocus
          autoFocus // it is loaded on demand, possibly after the focus trap has looked for it
          aria-autocomplete="list"
          aria-label={label}
          placeholder={placeholder ?? label}
          maxLength={255}
          value={draft}
          onChange={({ currentTarget }) => {
            onType(currentTarget.value);
            store.resetSelectedOption();
          }}
          onKeyDown={({ key }) => (key === "Enter" || key === "Escape") && onSettle?.()}
          onBlur={onSettle}
          rightSection={busy && <Loader size={14} role="img" aria-label="Loading" />}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes.options} aria-label={label}>
        {options.map((option) => (
          <Combobox.Option key={option} value={option} active={option === chosen} className={classes.option}>
            <span>{option}</span>
            {option === chosen && <IconCheck size={14} aria-hidden />}
          </Combobox.Option>
        ))}
        {options.length === 0 && <Combobox.Empty>{busy ? "" : empty}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox>
  );
};
