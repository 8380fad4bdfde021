import { Autocomplete, type AutocompleteProps } from "@mantine/core";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { useDebouncedText } from "@mcc/ui/forms/debounced-text.ts";
import { IconChevronDown } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/call.ts";

interface SuggestedTextProps extends Omit<AutocompleteProps, "data"> {
  /** The suggestions of the list whose values are offered. */
  readonly suggest: Endpoint;
  readonly column: string;
}

const TEXT_MAX = 255;

/** A text that suggests the values in use, so that one thing has one spelling. Another value can be typed. */
export const SuggestedText = ({ suggest, column, onChange, ...field }: SuggestedTextProps) => {
  const [isVisited, setVisited] = useState(false);
  const [search, setSearch] = useState("");
  const { type } = useDebouncedText(search, setSearch);
  const ask = { query: { field: column, ...(search ? { [column]: search } : {}) } };
  const { data } = useQuery({
    queryKey: [suggest.path, ask],
    queryFn: ({ signal }) => call(suggest, ask as never, signal) as Promise<{ results: readonly string[] }>,
    enabled: isVisited,
    placeholderData: keepPreviousData,
  });
  return (
    <Autocomplete
      maxLength={TEXT_MAX}
      rightSection={<IconChevronDown size={14} stroke={1.6} aria-hidden />}
      rightSectionPointerEvents="none"
      {...field}
      data={[...new Set(data?.results)]}
      onDropdownOpen={() => setVisited(true)}
      onChange={(typed) => {
        type(typed);
        onChange?.(typed);
      }}
    />
  );
};
