import { Person } from "@mcc/ui/content/person.tsx";

/** A column of people, with their initials beside their names, which identifies the records. */
export const personColumn = <Row extends object>(nameOf: (row: Row) => string | undefined, unknown = "") => ({
  value: (row: Row) => nameOf(row) ?? unknown,
  cell: (row: Row) => {
    const name = nameOf(row);
    return name === undefined ? unknown : <Person name={name} />;
  },
  identifies: true as const,
  beside: 32,
  width: [150, 260] as const,
});
