import { Loader } from "@mantine/core";
import { CallError, GENERIC_FAILURE } from "../../api/call-error.ts";
import { type PagedEndpoint, type PagedRequest, type PagedRow, usePages } from "../../api/use-pages.ts";
import { MoreButton } from "../more-button.tsx";
import classes from "./first-few.module.css";

interface PagedNamesProps<E extends PagedEndpoint> {
  readonly endpoint: E;
  readonly ask: PagedRequest<E>;
  readonly nameOf: (row: PagedRow<E>) => string;
}

/** Any number of names, loaded page by page, for the dialog of `FirstFew`. */
export const PagedNames = <E extends PagedEndpoint>({ endpoint, ask, nameOf }: PagedNamesProps<E>) => {
  const { rows, error, more } = usePages(endpoint, ask);
  if (error && !rows) {
    return <p role="alert">{error instanceof CallError ? error.detail : GENERIC_FAILURE}</p>;
  }
  if (!rows) return <Loader size="sm" role="img" aria-label="Loading" />;
  return (
    <>
      <ul className={classes.all}>
        {rows.map((row) => (
          <li key={row.id}>{nameOf(row)}</li>
        ))}
      </ul>
      <MoreButton more={more} />
    </>
  );
};
