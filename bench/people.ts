import { makeTokens } from "@mcc/server/src/platform/access/tokens.ts";
import { ADMIN, APPROVER, AT_ROOT, REGULAR, WIDE_USERS } from "./data-plan.ts";
import { withClient } from "./database.ts";
import type { Person } from "./interactions.ts";
import { SECRET } from "./processes.ts";

const USERS: Readonly<Record<Person, number>> = {
  admin: ADMIN,
  approver: APPROVER,
  regular: REGULAR,
  root: AT_ROOT,
  wide: WIDE_USERS.admin,
  few: WIDE_USERS.few,
  many: WIDE_USERS.many,
  most: WIDE_USERS.most,
};

/** A session and its token for each: as after signing in, without a password to hash. */
export const signInAll = async (url: string): Promise<Record<Person, string>> => {
  const tokens = makeTokens(SECRET);
  return withClient(url, async (client) => {
    const tokenOf = async (person: Person): Promise<string> => {
      const { rows } = await client.query<{ id: string }>(
        "insert into mcc.sessions (user_id, expires_at) values ($1, now() + interval '1 day') returning id",
        [USERS[person]],
      );
      return tokens.sign(rows[0]?.id ?? "", USERS[person]);
    };
    const made: [Person, string][] = [];
    for (const person of Object.keys(USERS) as Person[]) made.push([person, await tokenOf(person)]);
    return Object.fromEntries(made) as Record<Person, string>;
  });
};
