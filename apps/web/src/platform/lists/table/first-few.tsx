import { Anchor, Loader } from "@mantine/core";
import { TruncatedText } from "@mcc/ui/truncated-text.tsx";
import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { CallError, GENERIC_FAILURE } from "../../api/call-error.ts";
import { openModal } from "../../state/globals.ts";
import { listTexts as says } from "../list.texts.ts";
import classes from "./first-few.module.css";
import { NotAvailable } from "./table-cell.tsx";

interface AllProps<Data, Key extends QueryKey> {
  /** Reads all of them, once somebody wants to see them. */
  readonly query: UseQueryOptions<Data, Error, Data, Key>;
  readonly namesIn: (data: Data) => readonly string[];
}

const All = <Data, Key extends QueryKey>({ query, namesIn }: AllProps<Data, Key>) => {
  const { data, error } = useQuery(query);
  if (error) return <p role="alert">{error instanceof CallError ? error.detail : GENERIC_FAILURE}</p>;
  if (!data) return <Loader size="sm" aria-label="Loading" />;
  return (
    <ul className={classes.all}>
      {namesIn(data).map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
};

interface FirstFewProps<Data, Key extends QueryKey> extends AllProps<Data, Key> {
  readonly names: readonly string[];
  readonly count: number;
  /** What the dialog is called: "Approved By"; and what they are: "approvers". */
  readonly title: string;
  readonly noun: string;
  /** What they belong to: the name of the row. */
  readonly of: string;
}

/** The first few names of many; a dialog has all of them. */
export const FirstFew = <Data, Key extends QueryKey>(props: FirstFewProps<Data, Key>) => {
  const { names, count, title, noun, of } = props;
  if (count === 0) return <NotAvailable />;
  const more = count - names.length;
  const openAll = () =>
    openModal({
      size: "modal-sm",
      title: `${title}, ${of}`,
      content: <All query={props.query} namesIn={props.namesIn} />,
      buttons: [{ label: says.close }],
    });
  return (
    <span>
      {names.map((name, at) => (
        <Fragment key={name}>
          <span className={classes.name}>
            <TruncatedText>{name}</TruncatedText>
            {at < names.length - 1 && ","}
          </span>{" "}
        </Fragment>
      ))}
      {more > 0 && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          className={classes.more}
          aria-label={`+ ${more} more ${noun} of ${of}`}
          onClick={openAll}
        >
          + {more} more
        </Anchor>
      )}
    </span>
  );
};
