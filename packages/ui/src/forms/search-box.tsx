import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useRef } from "react";
import { useDebouncedText } from "./debounced-text.ts";
import classes from "./search-box.module.css";

interface SearchBoxProps {
  readonly label: string;
  /** What is searched; by default the label. */
  readonly placeholder?: string | undefined;
  readonly value: string;
  readonly onSearch: (text: string) => void;
  readonly maxLength?: number;
}

/** Searches after a pause in typing; Enter searches immediately. */
export const SearchBox = ({
  label,
  placeholder = label,
  value,
  onSearch,
  maxLength = 255,
}: SearchBoxProps) => {
  const { draft, type, flush } = useDebouncedText(value, onSearch);
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    type("");
    onSearch("");
    input.current?.focus();
  };
  return (
    <TextInput
      ref={input}
      classNames={{ input: classes.input }}
      role="searchbox"
      aria-label={label}
      placeholder={placeholder}
      maxLength={maxLength}
      autoComplete="off"
      value={draft}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={({ key }) => key === "Enter" && flush()}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={draft !== "" && <CloseButton size="sm" aria-label="Clear search" onClick={clear} />}
    />
  );
};
