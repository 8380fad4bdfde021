import { addPerson, tokenFor } from "../people.ts";
import type { TestServer } from "../test-server.ts";
import type { FullCompany } from "./full-company.ts";
import type { Kind } from "./kinds.ts";
import { mayCall } from "./rights.ts";

/** The caller whom an endpoint serves: a company admin where it can be one. */
export const setUpCallers = async (testServer: TestServer, { people, keys }: FullCompany) => {
  const services = await addPerson(testServer, null);
  const bearer = (token: string) => ({ authorization: `JWT ${token}` });
  const callers: [Kind, Record<string, string>][] = [
    // Sessions are ended and passwords are changed: of a user whom no other request needs.
    ...(["admin", "limited"] as const).map(
      (kind) => [kind, bearer(people[kind].token)] as [Kind, Record<string, string>],
    ),
    ["platform", bearer(await tokenFor(testServer, services.username))],
    ["key", keys.key.headers],
  ];
  const ownSession = bearer(people.regular.token);
  return (endpointKey: string): Record<string, string> => {
    if (/ \/accounts\/(logout|sessions|profile|confirm)\//.test(endpointKey)) return ownSession;
    return callers.find(([kind]) => mayCall(kind, endpointKey))?.[1] ?? {};
  };
};
