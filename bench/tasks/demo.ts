import { demoFacts } from "@mcc/server/src/demo/fill-demo.ts";

const PASSWORD = demoFacts.password;

/** What the tasks need of the demo before somebody begins: orders, as the storefront sends them. */
export const demoAt = (address: string) => {
  const ask = async (authorization: string, method: string, path: string, body?: object) => {
    const answer = await fetch(`${address}/api${path}`, {
      method,
      headers: { authorization, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const tokens = new Map<string, Promise<string>>();
  const tokenOf = (username: string) => {
    const known = tokens.get(username);
    if (known) return known;
    const token = ask("", "POST", "/accounts/user-token/", { username, password: PASSWORD }).then(
      (answer) => `JWT ${answer.token}`,
    );
    tokens.set(username, token);
    return token;
  };
  const as = async (username: string, method: string, path: string, body?: object) =>
    ask(await tokenOf(username), method, path, body);

  let key: Promise<string> | undefined;
  const apiKey = () => {
    key ??= as("platform.admin", "POST", "/mcc-admin/api-keys/", { name: "Tasks", scopes: ["orders"] }).then(
      (made) => `ApiKey ${made.key}`,
    );
    return key;
  };
  return {
    /** An order at a site of Acme Drilling, which waits for its site approvers. */
    placeOrder: async (identifier: string, siteName: string, price: string): Promise<void> => {
      const { results } = await as("acme-company.admin", "GET", "/sites/?liteVersion=true&limit=1000");
      const site = results.find(({ name }: { name: string }) => name === siteName);
      await ask(await apiKey(), "PUT", `/integration/v1/companies/acme-drilling/orders/${identifier}/`, {
        site: site.id,
        ordered_by: "Storefront Buyer",
        po_number: `PO-${identifier}`,
        lines: [
          {
            product: identifier,
            sku: identifier,
            text: `Part ${identifier}`,
            quantity: 1,
            base_unit_price_value: price,
          },
        ],
      });
    },
    emailOf: async (username: string): Promise<string> => {
      const { results } = await as("acme-company.admin", "GET", `/accounts/users/?search=${username}`);
      return results.find((user: { username: string }) => user.username === username).email;
    },
  };
};

export type Demo = ReturnType<typeof demoAt>;
export { PASSWORD };
