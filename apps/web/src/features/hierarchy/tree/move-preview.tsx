import { Skeleton } from "@mantine/core";
import { previewNodeMove } from "@mcc/contract/hierarchy/nodes.api.ts";
import type { MovePreview as Effect } from "@mcc/contract/hierarchy/nodes.schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { call } from "../../../platform/api/call.ts";
import { LoadFailed } from "../../../platform/records/load-failed.tsx";
import classes from "./move-node.module.css";
import { treeTexts as texts } from "./tree.texts.ts";

const Access = ({ title, access }: { title: string; access: Effect["gains"] }) => {
  const id = useId();
  if (access.users_count === 0) return null;
  const rest = access.users_count - access.users.length;
  return (
    <div>
      <p id={id} className={classes.title}>
        {title}
      </p>
      <ul className={classes.users} aria-labelledby={id}>
        {access.users.map(({ id, first_name, last_name, sites, sites_count }) => (
          <li key={id}>
            <strong>{`${first_name} ${last_name}`.trim()}</strong>
            {`: ${sites.map(({ name }) => name).join(", ")}`}
            {sites_count > sites.length && ` ${texts.moreSites(sites_count - sites.length)}`}
          </li>
        ))}
        {rest > 0 && <li>{texts.moreUsers(rest)}</li>}
      </ul>
    </div>
  );
};

/** What moves along, and who will see which sites more or less. */
export const MoveEffect = ({ preview }: { preview: Effect }) => {
  const { nodes_count, sites_count, gains, loses } = preview;
  return (
    <>
      <p className={classes.note}>{texts.moves(nodes_count, sites_count)}</p>
      <Access title={texts.gains} access={gains} />
      <Access title={texts.loses} access={loses} />
      {gains.users_count + loses.users_count === 0 && <p className={classes.note}>{texts.nobody}</p>}
    </>
  );
};

/** Who gains and loses which sites below this parent. It is not cached: others change the tree too. */
export const MovePreview = ({ id, parent }: { id: number; parent: number }) => {
  const { data, error, refetch } = useQuery({
    queryKey: [previewNodeMove.path, id, parent],
    queryFn: ({ signal }) => call(previewNodeMove, { params: { id }, body: { parent } }, signal),
    gcTime: 0,
    staleTime: 0,
  });
  if (error) return <LoadFailed retry={refetch}>{texts.previewFailed}</LoadFailed>;
  return data ? (
    <div role="status">
      <MoveEffect preview={data} />
    </div>
  ) : (
    <Skeleton height={64} />
  );
};
