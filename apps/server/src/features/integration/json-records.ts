import { sql } from "kysely";

/** Many rows in one statement: sent as one JSON text and read by `json_to_recordset`. */
export const jsonRecords = (columns: Readonly<Record<string, string>>) => {
  const names = Object.keys(columns);
  return {
    names: sql.raw(names.join(", ")),
    typed: sql.raw(names.map((name) => `${name} ${columns[name]}`).join(", ")),
    set: sql.raw(names.map((name) => `${name} = given.${name}`).join(", ")),
  };
};
