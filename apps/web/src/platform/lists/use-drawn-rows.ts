import { startTransition, useEffect, useState } from "react";

/**
 * The rows that are drawn: the marks of an input come first and the rows it brings after them, also those that are known
 * already. The first rows are drawn at once, and so are all others beside a side panel: when it is closed, the focus
 * returns to a row.
 */
export const useDrawnRows = <Rows>(rows: Rows | undefined, hasSidePanel: boolean): Rows | undefined => {
  const [drawn, setDrawn] = useState(rows);
  const isNow = hasSidePanel || rows === undefined || drawn === undefined;
  if (isNow && drawn !== rows) setDrawn(rows);
  useEffect(() => {
    if (drawn !== rows) startTransition(() => setDrawn(rows));
  }, [drawn, rows]);
  return isNow ? rows : drawn;
};
