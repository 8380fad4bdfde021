import { Pager } from "@mcc/ui/pager.tsx";
import type { ChangeList } from "./list-state.ts";
import type { ListPage } from "./resource-table-data.ts";
import { needsPager, offsetIn, offsetOf, placeIn } from "./resource-table-pages.ts";

interface TablePagerProps {
  readonly label: string;
  readonly answer: ListPage<unknown> | undefined;
  readonly offset: number;
  readonly busy: boolean;
  readonly change: ChangeList;
  readonly onIntent: (offset: number) => void;
}

/** Goes where the server's own links lead: the next and the previous page by theirs, the numbered ones by count. */
export const TablePager = ({ label, answer, offset, busy, change, onIntent }: TablePagerProps) => {
  if (!answer || !needsPager(answer)) return null;
  const { count, count_is_capped, next, previous } = answer;
  const follow = (link: string | null) =>
    link === null ? undefined : () => change({ offset: offsetIn(link) });
  return (
    <Pager
      label={label}
      {...placeIn(answer, offset)}
      count={count}
      capped={count_is_capped}
      busy={busy}
      onPrevious={follow(previous)}
      onNext={follow(next)}
      onPage={(page) => change({ offset: offsetOf(page) })}
      onIntent={(page) => onIntent(offsetOf(page))}
    />
  );
};
