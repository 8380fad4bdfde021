import { type ComboboxItem, MultiSelect, type MultiSelectProps } from "@mantine/core";
import type { Endpoint, EndpointRequest, Reply } from "@mcc/contract/kit/endpoint.ts";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { queryFor } from "../../api/call.ts";
import { GENERIC_FAILURE } from "../../api/call-error.ts";
import { listTexts } from "../../lists/list.texts.ts";
import { useFailureToast } from "../../lists/list-page.ts";
import { MAX_OPTIONS } from "./async-select.tsx";

interface AsyncMultiSelectProps<E extends Endpoint> extends Omit<MultiSelectProps, "data"> {
  readonly endpoint: E;
  readonly ask: EndpointRequest<E>;
  readonly optionsOf: (reply: Reply<E>) => ComboboxItem[];
  /** What the options depend on besides the reply. */
  readonly optionsFor?: string;
  /** The toast when they cannot be loaded; there are no options then. */
  readonly failed?: string;
}

/** A searchable select of several options, which come from the server. */
export const AsyncMultiSelect = <E extends Endpoint>({
  endpoint,
  ask,
  optionsOf,
  optionsFor = "",
  failed = GENERIC_FAILURE,
  ...select
}: AsyncMultiSelectProps<E>) => {
  const { data, error } = useQuery(queryFor(endpoint, ask));
  useFailureToast(error, failed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `optionsOf` is another function each time
  const options = useMemo(() => (data === undefined ? [] : optionsOf(data as Reply<E>)), [data, optionsFor]);
  return (
    <MultiSelect
      searchable
      hidePickedOptions
      openOnFocus={false}
      data={options}
      limit={MAX_OPTIONS}
      nothingFoundMessage={listTexts.noMatch}
      {...select}
    />
  );
};
