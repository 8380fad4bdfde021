import { Anchor, Loader } from "@mantine/core";
import { cutTooltip } from "@mcc/ui/tooltip.ts";
import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { CallError, GENERIC_FAILURE } from "../../api/call-error.ts";
import { openModal } from "../../state/globals.ts";
import { listTexts as says } from "../list.texts.ts";
import classes from "./first-few.module.css";
import { NotAvailable } from "./table-cell.tsx";

interface AllProps<Data, Key extends QueryKey> {
  /** Loads all names when the dialog opens. */
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

interface FewInLineProps {
  readonly names: readonly string[];
  readonly count: number;
  /** What the names are ("approvers"), and the row that they belong to. */
  readonly noun: string;
  readonly of: string;
  readonly onMore: () => void;
  /** The further names, which are printed instead of the button. */
  readonly printed?: readonly string[];
}

/** The first few names of many in one line, and a button for all of them. */
export const FewInLine = ({ names, count, noun, of, onMore, printed = [] }: FewInLineProps) => {
  if (count === 0) return <NotAvailable />;
  const more = count - names.length;
  const isPrinted = printed.length === more;
  return (
    <span className={classes.line}>
      <span className={classes.names} {...cutTooltip}>
        <bdi>{names.join(", ")}</bdi>
        {printed.length > 0 && <span data-paper-only>, {printed.join(", ")}</span>}
      </span>
      {more > 0 && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          className={classes.more}
          data-screen-only={isPrinted || undefined}
          aria-label={`+ ${more} more ${noun} of ${of}`}
          onClick={onMore}
        >
          + {more} more
        </Anchor>
      )}
    </span>
  );
};

interface FirstFewProps<Data, Key extends QueryKey>
  extends AllProps<Data, Key>,
    Omit<FewInLineProps, "onMore" | "printed"> {
  /** The title of the dialog: "Approved By". */
  readonly title: string;
}

/** The first few names of many; a button opens a dialog with all of them. */
export const FirstFew = <Data, Key extends QueryKey>(props: FirstFewProps<Data, Key>) => {
  const { title, query, namesIn, ...few } = props;
  const openAll = () =>
    openModal({
      size: "modal-sm",
      title: `${title}, ${few.of}`,
      content: <All query={query} namesIn={namesIn} />,
      buttons: [{ label: says.close }],
    });
  return <FewInLine {...few} onMore={openAll} />;
};
