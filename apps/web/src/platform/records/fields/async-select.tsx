import { type ComboboxItem, Select, type SelectProps } from "@mantine/core";
import type { Endpoint, EndpointRequest, Reply } from "@mcc/contract/kit/endpoint.ts";
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "../../api/call.ts";
import { GENERIC_FAILURE } from "../../api/call-error.ts";
import { listTexts } from "../../lists/list.texts.ts";
import { useFailureToast } from "../../lists/list-page.ts";

interface AsyncSelectProps<E extends Endpoint> extends Omit<SelectProps, "data"> {
  readonly endpoint: E;
  readonly ask: EndpointRequest<E>;
  readonly optionsOf: (reply: Reply<E>) => ComboboxItem[];
  /** A sentence about the chosen value, below the select. */
  readonly remarkOf?: (reply: Reply<E>) => string | undefined;
  /** The toast when they cannot be loaded. */
  readonly failed?: string;
  /** The only option, of a select whose value cannot be changed: nothing is loaded then. */
  readonly fixed?: ComboboxItem;
}

/** More options than anyone reads; typing filters them. */
export const MAX_OPTIONS = 100;

/** A searchable select whose options come from the server. */
export const AsyncSelect = <E extends Endpoint>({
  endpoint,
  ask,
  optionsOf,
  remarkOf,
  failed = GENERIC_FAILURE,
  fixed,
  ...select
}: AsyncSelectProps<E>) => {
  const { data, error } = useQuery({ ...queryFor(endpoint, ask), enabled: !fixed });
  useFailureToast(error, failed);
  const loaded = data === undefined ? [] : optionsOf(data as Reply<E>);
  return (
    <Select
      searchable
      openOnFocus={false}
      data={fixed ? [fixed] : loaded}
      limit={MAX_OPTIONS}
      nothingFoundMessage={listTexts.noMatch}
      required={!fixed}
      disabled={fixed !== undefined}
      rightSection={fixed && <span />}
      description={data && remarkOf?.(data as Reply<E>)}
      descriptionProps={{ role: "status" }}
      {...select}
      // An empty value has nothing to clear.
      value={select.value === "" ? null : select.value}
    />
  );
};
