import { type Kysely, sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import type { Tables } from "../../platform/db/tables.ts";

/** What a link is bound to. */
export interface LinkTarget {
  readonly userId: number;
  readonly orderId: number;
  readonly stepId: number;
  /** As the message states it. */
  readonly total: string;
}

/** Without a row the link never works: the user has got another address than the message goes to. */
export const addLink = (
  { db, companyId }: CompanyData,
  { userId, orderId, stepId, total }: LinkTarget,
  email: string,
  tokenHash: Buffer,
  seconds: number,
) =>
  sql`
    insert into decision_links
      (company_id, token_hash, user_id, order_id, step_id, total, password_digest, email_version, expires_at)
    select ${companyId}::bigint, ${tokenHash}, id, ${orderId}, ${stepId}, ${total}::numeric,
      sha256(convert_to(coalesce(password_hash, ''), 'UTF8')), email_version, now() + make_interval(secs => ${seconds})
    from users where company_id = ${companyId} and id = ${userId} and email = ${email}`.execute(db);

/** A link that works, with the look of its company. */
export interface WorkingLink extends LinkTarget {
  readonly id: number;
  readonly companyId: number;
  readonly identifier: string;
  readonly withoutSignIn: boolean;
  readonly company: string;
  readonly themeId: string | null;
  readonly logo: string | null;
}

/** The order in a statement of its own: with the company as a value, PostgreSQL reads one partition instead of all. */
export const findWorkingLink = async (
  db: Kysely<Tables>,
  tokenHash: Buffer,
): Promise<WorkingLink | undefined> => {
  const { rows: links } = await sql<Omit<WorkingLink, "identifier">>`
    select link.id, link.company_id as "companyId", link.user_id as "userId", link.order_id as "orderId",
      link.step_id as "stepId", link.total,
      settings.decide_without_sign_in and not link.needs_sign_in and not mcc.requires_sso(link.company_id)
        and not (users.has_second_factor or mcc.needs_second_factor(users)) as "withoutSignIn",
      companies.name as company, companies.theme_id as "themeId", companies.logo
    from mcc.working_decision_link(${tokenHash}) as link
    join users on users.id = link.user_id
    join companies on companies.id = link.company_id
    join company_configurations settings on settings.company_id = link.company_id`.execute(db);
  const [link] = links;
  if (!link) return;
  const { rows: orders } = await sql<{ identifier: string }>`
    select identifier from orders where company_id = ${link.companyId} and id = ${link.orderId}`.execute(db);
  return orders[0] && { ...link, ...orders[0] };
};

/** Whether the step of a link is still the current one of its order. */
export const isCurrentStep = async ({ db, companyId }: CompanyData, stepId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from order_steps where company_id = ${companyId} and id = ${stepId} and is_current`.execute(db);
  return rows.length > 0;
};

/** Marks a link as used; false when it has ended meanwhile. A second request waits here for the first one. */
export const useLink = async ({ db, companyId }: CompanyData, linkId: number): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update decision_links set used_at = now()
    where company_id = ${companyId} and id = ${linkId} and used_at is null and expires_at > now()`.execute(
    db,
  );
  return numAffectedRows === 1n;
};

/** Links that have ended a while ago are of no use to anybody. */
export const deleteOldLinks = (db: Kysely<Tables>) =>
  sql`delete from decision_links where expires_at < now() - interval '30 days'`.execute(db);
