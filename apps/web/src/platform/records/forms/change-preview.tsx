import { useDebouncedValue } from "@mantine/hooks";
import type { Endpoint, EndpointRequest, Reply } from "@mcc/contract/kit/endpoint.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { queryFor } from "../../api/call.ts";
import classes from "./change-preview.module.css";

const TYPING_MS = 400;

interface ChangePreviewProps<E extends Endpoint> {
  readonly endpoint: E;
  /** Undefined while the changes are not valid. */
  readonly body: object | undefined;
  readonly title: string;
  readonly failed: string;
  readonly children: (reply: Reply<E>) => ReactNode;
}

/** What the changes of a form would do, before they are saved. */
export const ChangePreview = <E extends Endpoint>({
  endpoint,
  body,
  title,
  failed,
  children,
}: ChangePreviewProps<E>) => {
  const [asked] = useDebouncedValue(body && JSON.stringify(body), TYPING_MS);
  const { data, error } = useQuery({
    ...queryFor(endpoint, { body: JSON.parse(asked ?? "{}") } as unknown as EndpointRequest<E>),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
  });
  return (
    <section className={classes.preview} aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      <div role="status" aria-busy={data === undefined && !error} className={classes.words}>
        {error ? <p>{failed}</p> : data !== undefined && children(data as Reply<E>)}
      </div>
    </section>
  );
};
