import { Checkbox, Input, Loader, TextInput } from "@mantine/core";
import check from "@mcc/ui/forms/check-option.module.css";
import { useDebouncedText } from "@mcc/ui/forms/debounced-text.ts";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { CallError, GENERIC_FAILURE } from "../../api/call-error.ts";
import { type PagedEndpoint, type PagedRequest, type PagedRow, usePages } from "../../api/use-pages.ts";
import { listTexts as says } from "../../lists/list.texts.ts";
import { MoreButton } from "../../lists/more-button.tsx";
import classes from "./pick-many.module.css";

export interface PickOption {
  readonly id: number;
  readonly label: string;
  /** What else tells it from others of the same name. */
  readonly note?: string;
}

interface PickManyProps<E extends PagedEndpoint> {
  readonly label: string;
  readonly search: string;
  /** Answers pages of them, and takes `search`. */
  readonly endpoint: E;
  readonly ask?: PagedRequest<E>;
  readonly optionOf: (row: PagedRow<E>) => PickOption;
  readonly picked: readonly number[];
  readonly onPick: (picked: readonly number[]) => void;
  /** Those that were picked when the form was opened: they come first. */
  readonly before?: readonly PickOption[];
  readonly error?: ReactNode;
  /** The name of the form field, which gets the focus when it has an error. */
  readonly path?: string;
}

const isFound = ({ label, note = "" }: PickOption, search: string): boolean =>
  `${label} ${note}`.toLowerCase().includes(search.toLowerCase());

/** Picks any number of many records: found by the server, shown page by page. */
export const PickMany = <E extends PagedEndpoint>(props: PickManyProps<E>) => {
  const { label, endpoint, ask, optionOf, picked, onPick, before = [], error: fault } = props;
  const id = useId();
  const [search, setSearch] = useState("");
  const { draft, type, flush } = useDebouncedText(search, setSearch);
  const { rows, error, more, isStale } = usePages(endpoint, {
    ...ask,
    query: { ...ask?.query, ...(search ? { search } : {}) },
  } as PagedRequest<E>);
  const first = before.filter((option) => isFound(option, search));
  const known = new Set(first.map((option) => option.id));
  const options = [...first, ...(rows ?? []).map(optionOf).filter((option) => !known.has(option.id))];
  const chosen = new Set(picked);
  const toggle = (one: number) =>
    onPick(chosen.has(one) ? picked.filter((other) => other !== one) : [...picked, one]);
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} error={fault}>
      <div className={classes.frame} data-error={Boolean(fault) || undefined}>
        <TextInput
          className={classes.search}
          variant="unstyled"
          size="sm"
          maxLength={255}
          autoComplete="off"
          aria-label={props.search}
          placeholder={props.search}
          data-path={props.path}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={draft}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault(); // searches, and does not submit the form
            flush();
          }}
        />
        <fieldset className={classes.options} aria-labelledby={id} data-stale={isStale || undefined}>
          {options.map((option) => (
            <Checkbox
              key={option.id}
              className={check.option}
              size="sm"
              label={
                <>
                  {option.label} {option.note && <span className={classes.note}>{option.note}</span>}
                </>
              }
              checked={chosen.has(option.id)}
              onChange={() => toggle(option.id)}
            />
          ))}
          {!rows && !error && <Loader size="sm" m={6} role="img" aria-label="Loading" />}
          {error && !rows && (
            <p role="alert" className={check.empty}>
              {error instanceof CallError ? error.detail : GENERIC_FAILURE}
            </p>
          )}
          {rows && options.length === 0 && <p className={check.empty}>{says.noMatch}</p>}
          <MoreButton more={more} />
        </fieldset>
        <div className={classes.count} role="status">
          {says.selected(picked.length)}
        </div>
      </div>
    </Input.Wrapper>
  );
};
