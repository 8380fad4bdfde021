import { can } from "@mcc/contract/access/permissions.ts";
import { delegations } from "@mcc/contract/delegations/delegations.api.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { useMemo } from "react";
import { CreateButton } from "../../platform/records/forms/create-button.tsx";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { mayBeAway } from "./away.ts";
import { delegationTexts as texts } from "./delegations.texts.ts";
import classes from "./delegations-card.module.css";

/** More than anyone has at a time; the API has the rest. */
const SHOWN = 20;

/** Most users have none. */
const loadTable = async () => (await import("./delegations-table.tsx")).DelegationsTable;

interface DelegationsCardProps {
  /** Whose; without one, those of the signed-in user. */
  readonly user?: { readonly id: number; readonly name: string; readonly mayApprove: boolean };
}

/** The deputies of a user and those whose deputy the user is, and the button that names a deputy. */
export const DelegationsCard = (props: DelegationsCardProps) =>
  can(useSessionUser(), "approval:list") ? <Delegations {...props} /> : null;

const Delegations = ({ user }: DelegationsCardProps) => {
  const who = useSessionUser();
  const own = { id: who.id, mayApprove: mayBeAway(who) };
  const { id, mayApprove } = user ?? own;
  const { record, error, retry } = useRecord(
    delegations,
    { query: { user: String(id), limit: String(SHOWN) } },
    { failed: texts.fetchFailed },
  );
  const rows = record?.results ?? [];
  const Table = useLazy(loadTable, { early: false, needed: rows.length > 0 });
  const load = useMemo(
    () => () => import("./name-deputy.tsx").then(({ nameDeputyFor }) => nameDeputyFor(id)),
    [id],
  );
  if (!mayApprove && !record?.count) return null;
  const hidden = (record?.count ?? 0) - rows.length;
  return (
    <Card
      title={texts.title}
      flush
      aside={mayApprove ? <CreateButton label={texts.create} load={load} /> : undefined}
    >
      {mayApprove && <p className={classes.hint}>{user ? texts.hintOf(user.name) : texts.hint}</p>}
      {!record && error ? (
        <LoadFailed retry={retry}>{texts.fetchFailed}</LoadFailed>
      ) : (
        Table && rows.length > 0 && <Table rows={rows} />
      )}
      {record?.count === 0 && <p className={classes.hint}>{user ? texts.noneOf : texts.none}</p>}
      {hidden > 0 && <p className={classes.hint}>{texts.more(SHOWN, record?.count ?? 0)}</p>}
    </Card>
  );
};
