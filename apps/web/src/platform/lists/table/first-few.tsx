import { Anchor, Loader } from "@mantine/core";
import { cutTooltip } from "@mcc/ui/overlays/tooltip.ts";
import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { CallError, GENERIC_FAILURE } from "../../api/call-error.ts";
import { toast } from "../../page/toast.ts";
import { openModal } from "../../state/globals.ts";
import { listTexts as says } from "../list.texts.ts";
import classes from "./first-few.module.css";
import { NotAvailable } from "./table-cell.tsx";

interface AllNamesProps<Data, Key extends QueryKey> {
  /** Loads all names when the dialog opens. */
  readonly query: UseQueryOptions<Data, Error, Data, Key>;
  readonly namesIn: (data: Data) => readonly string[];
}

/** All names of a record, for the dialog of `FirstFew`. */
export const AllNames = <Data, Key extends QueryKey>({ query, namesIn }: AllNamesProps<Data, Key>) => {
  const { data, error } = useQuery(query);
  if (error) return <p role="alert">{error instanceof CallError ? error.detail : GENERIC_FAILURE}</p>;
  if (!data) return <Loader size="sm" role="img" aria-label="Loading" />;
  return (
    <ul className={classes.all}>
      {namesIn(data).map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several people may have one name
        <li key={at}>{name}</li>
      ))}
    </ul>
  );
};

interface FewInLineProps {
  readonly names: readonly string[];
  readonly count: number;
  /** What the names are ("approvers"), and the row that they belong to. */
  readonly noun: string;
  readonly of: string;
  readonly onMore: () => void;
  /** Says how many there are, beside how many more. */
  readonly counted?: boolean;
  /** Shows as many whole names as fit, and how many there are in all. */
  readonly inAll?: boolean;
  /** The further names, which are printed instead of the button. */
  readonly printed?: readonly string[];
}

/** What a cell of names takes in width: the names and the button. */
export const fewWords = (names: readonly string[], count: number): string =>
  `${names.join(", ")}${count > names.length ? ` (${count}) + ${count - names.length} more` : ""}`;

/** The comma is before a name: it goes to the line that is not seen with the name. */
const WholeName = ({ name, isFirst }: { name: string; isFirst: boolean }) => (
  <span className={classes.name} {...cutTooltip}>
    {!isFirst && ", "}
    <bdi>{name}</bdi>
  </span>
);

/** The first few names of many in one line, and a button for all of them. */
export const FewInLine = ({
  names,
  count,
  noun,
  of,
  onMore,
  counted,
  inAll,
  printed = [],
}: FewInLineProps) => {
  if (count === 0) return <NotAvailable />;
  const more = count - names.length;
  const words = inAll ? `${count.toLocaleString("en-US")} ${noun}` : `+ ${more} more ${noun}`;
  const isPrinted = printed.length === more;
  return (
    <span className={classes.line}>
      <span className={inAll ? classes.whole : classes.names} {...(inAll ? {} : cutTooltip)}>
        {inAll ? (
          names.map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: several people may have one name
            <WholeName key={at} name={name} isFirst={at === 0} />
          ))
        ) : (
          <bdi>{names.join(", ")}</bdi>
        )}
        {printed.length > 0 && <span data-paper-only>, {printed.join(", ")}</span>}
      </span>
      {counted && more > 0 && <span className={classes.count}>({count.toLocaleString("en-US")})</span>}
      {(inAll ? count > 1 : more > 0) && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          className={classes.more}
          data-screen-only={isPrinted || undefined}
          aria-label={`${words} of ${of}`}
          onClick={onMore}
        >
          {inAll ? words : `+ ${more} more`}
        </Anchor>
      )}
    </span>
  );
};

interface FirstFewProps extends Omit<FewInLineProps, "onMore" | "printed"> {
  /** The title of the dialog: "Approved By". */
  readonly title: string;
  /** All names: `AllNames`, or `PagedNames` where there can be many, which is loaded when it is needed. */
  readonly all: () => Promise<ReactNode>;
}

/** The first few names of many; a dialog shows all of them. */
export const FirstFew = ({ title, all, ...few }: FirstFewProps) => {
  const openAll = async () =>
    openModal({
      size: "modal-sm",
      title: `${title}, ${few.of}`,
      content: await all(),
      buttons: [{ label: says.close }],
    });
  return <FewInLine {...few} onMore={() => void openAll().catch(toast.failure)} />;
};
