import { expect, type Page, test } from "@playwright/test";
import { openSignedIn, tokenOf } from "./people.ts";
import { holdRequests, rewriteResponses } from "./responses.ts";

const firstOf = async (page: Page, token: string, query: string) => {
  const answer = await page.request.get(`/api/orders/?${query}`, {
    headers: { authorization: `JWT ${token}` },
  });
  return (await answer.json()).results[0];
};
const orderOf = async (page: Page, token: string, identifier: string) => {
  const answer = await page.request.get(`/api/orders/${identifier}/`, {
    headers: { authorization: `JWT ${token}` },
  });
  return answer.json();
};
const isItem = ({ display }: { display: boolean }) => display;
/** An order of which an item can be removed, each test its own. */
const removableOf = async (page: Page, token: string, at: number): Promise<string> => {
  const answer = await page.request.get("/api/orders/?status=2&limit=60", {
    headers: { authorization: `JWT ${token}` },
  });
  const orders: { identifier: string; lines: number }[] = (await answer.json()).results;
  return orders.filter(({ lines }) => lines > 2).at(at)?.identifier ?? "";
};
/** A shipped order that is followed on our own page: those of the carriers are not to be reached from here. */
const followedHere = async (page: Page, token: string): Promise<string> => {
  const headers = { authorization: `JWT ${token}` };
  const shipped = await page.request.get("/api/orders/?status=Shipped&limit=60", { headers });
  for (const { identifier } of (await shipped.json()).results) {
    const answer = await page.request.get(`/api/orders/${identifier}/tracking-url/`, { headers });
    if (new URL((await answer.json()).order_tracking_url).pathname.startsWith("/tracking/"))
      return identifier;
  }
  throw new Error("Every shipped order has an address of its own.");
};
/** Answers one order with some of it changed, to see how the page shows it. */
const withOrder = (page: Page, change: (order: Record<string, never>) => object) =>
  rewriteResponses<Record<string, never>>(page, /\/api\/orders\/[^/?]+\/$/, (order) => ({
    ...order,
    ...change(order),
  }));
const LINE = {
  id: 1,
  ordering: 1,
  product: "P1",
  text: "Ball valve",
  quantity: "2",
  sku: "SKU-1",
  manufacturer_sku: null,
  image_url: null,
  type: "product",
  manufacturer: "Acme Works",
  base_unit_price_value: "10.00",
  discount_amount_value: "0.00",
  taxless_price: "20.00",
  tax_amount: "1.65",
  line_total_price: "21.65",
  is_catalog_plus: false,
  display: true,
};

test.describe("the order details page", () => {
  test("opened from the list, it shows the row at once, and Return to orders leads back to the same list, also from the documents and the items of the order (ORD-045, ORD-046, ORD-066)", async ({
    page,
  }) => {
    const listUrl = "/orders?status=Shipped&ordering=total";
    await openSignedIn(page, "acme-company.admin", listUrl);
    const row = page.locator("tbody tr").nth(11);
    await expect(row).toBeVisible();
    const link = row.getByRole("link").first();
    const identifier = String(await link.textContent()).trim();
    const heading = page.getByRole("heading", { level: 1 });
    const list = page.getByRole("region", { name: "Orders", exact: true });
    await list.evaluate((frame) => frame.scrollTo({ left: 300, top: 80 }));
    const placeOf = () => list.evaluate((frame) => [frame.scrollLeft, frame.scrollTop]);
    await expect.poll(placeOf).not.toEqual([0, 0]);
    const place = await placeOf();
    const oneOrder = /\/api\/orders\/[^/?]+\/$/;
    await page.route(oneOrder, () => {}); // the API stays silent
    await row.getByRole("link", { name: identifier, exact: true }).click();
    await expect(page.getByRole("main")).toContainText("Shipped");
    await expect(heading).toContainText(identifier);
    // Nothing has a name yet whose place is not known: it would jump.
    await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(["Order Details"]);
    const back = page.getByRole("link", { name: "Return to orders" });
    await back.click();
    await expect(page).toHaveURL(listUrl);
    await expect(link).toBeVisible();
    // To the very place where the list was left, on the row that was opened.
    await expect(row).toBeFocused();
    await expect.poll(placeOf).toEqual(place);
    // The list was gone back to: there is a way forward again.
    await page.goForward();
    await expect(heading).toContainText(identifier);
    await page.unroute(oneOrder);
    await page.reload();
    await expect(page.getByRole("table")).toBeVisible();
    // On its own page the link to the order would lead nowhere.
    const visit = page.getByRole("link", { name: `Visit Order ${identifier}` });
    await expect(visit).toHaveCount(0);
    await page.getByRole("link", { name: "See documents" }).click();
    await page.getByRole("button", { name: "Order items" }).click();
    await expect(visit).toHaveAttribute("href", `/orders/${identifier}`);
    await visit.click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(heading).toHaveText(`Order ${identifier}`);
    await expect(back).toHaveAttribute("href", listUrl);
    // Come from elsewhere, the way back is the address of the list.
    await page.getByRole("link", { name: "See documents" }).click();
    await page.getByRole("link", { name: `Order ${identifier}` }).click();
    await back.click();
    await expect(page).toHaveURL(listUrl);
    await expect(heading).toBeFocused();
  });

  test("TRACK ORDER opens the tracking page in a new tab; until its URL is known, a spinner covers the whole page (ORD-050, ORD-054, SHELL-013)", async ({
    page,
    context,
  }) => {
    const identifier = await followedHere(page, await tokenOf(page, "acme-company.admin"));
    const release = await holdRequests(page, "**/tracking-url/");
    await openSignedIn(page, "acme-company.admin", `/orders/${identifier}`);
    const track = page.getByRole("button", { name: "TRACK ORDER" });
    const opened = context.waitForEvent("page");
    const answered = page.waitForResponse("**/tracking-url/");
    await track.click();
    const tab = await opened;
    const spinner = page.getByRole("status").filter({ hasText: "Loading" });
    await expect(spinner).toBeVisible();
    expect(await spinner.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
    const covered = await track.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return !button.contains(top) && top?.closest("[role=status]") !== null;
    });
    expect(covered).toBe(true);
    release();
    await expect(spinner).toHaveCount(0);
    await expect(tab).toHaveURL((await (await answered).json()).order_tracking_url);
    await expect(tab.getByRole("heading", { level: 1 })).toHaveText(`Order ${identifier}`);
    // The clock of whoever looks, as on the order's own page.
    const placed = page.locator("dt:text-is('Order Date') + dd");
    await expect(tab.locator("dt:text-is('Ordered') + dd time")).toHaveText(
      String(await placed.textContent()),
    );
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    expect(context.pages()).toHaveLength(2);
  });

  test("removing a line asks for confirmation, shows the progress, removes the line at once and shows a toast (ORD-068, ORD-072, ORD-073, ORD-074, ORD-075, ORD-077, ORD-078)", async ({
    page,
  }) => {
    const token = await tokenOf(page, "borealis-company.admin");
    // What others are told of the change would make the page read the order again by itself. It is refused: a stream
    // that merely fails is made up for by looking every 20 seconds.
    await page.route("**/alerts/stream/**", (route) => route.fulfill({ status: 404, json: {} }));
    const identifier = await removableOf(page, token, -1);
    await openSignedIn(page, "borealis-company.admin", `/orders/${identifier}`);
    const trash = page.getByRole("button", { name: /^Remove item/ });
    await expect(trash.first()).toBeVisible();
    const lines = page.getByRole("region", { name: "Lines" }).locator("tbody tr");
    const before = await lines.count();
    const [first] = (await orderOf(page, token, identifier)).lines.filter(isItem);
    await trash.first().click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText(first.text, { exact: true })).toBeVisible();
    await expect(dialog).toContainText(
      "Are you sure you want to remove this item? Removing an item from an order cannot be undone.",
    );
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(lines).toHaveCount(before);

    const release = await holdRequests(page, "**/remove_line/");
    await trash.first().click();
    const sent = page.waitForRequest("**/remove_line/");
    // The second click of a hasty double click lands beside the smaller dialog.
    await dialog.getByRole("button", { name: "Remove", exact: true }).dblclick();
    await expect(dialog.getByLabel("Removing")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    await expect(dialog.getByLabel("Removing")).toBeVisible();
    await expect(dialog.getByRole("button")).toHaveCount(0);

    const fetched: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith(`/api/orders/${identifier}/`)) fetched.push(request.method());
    });
    release();
    expect((await sent).postDataJSON()).toEqual({ product: first.sku });
    await expect(dialog).toContainText("Your item has been removed from the order.");
    // Nothing was read again yet: it is gone from the screen because the answer said so.
    await expect(lines).toHaveCount(before - 1);
    expect(fetched).toEqual([]);
    const reloaded = page.waitForRequest(new RegExp(`/api/orders/${identifier}/$`));
    await dialog.getByText("Close", { exact: true }).click();
    await reloaded;
    await expect(dialog).toBeHidden();
    // The line that took its place goes on.
    await expect(trash.first()).toBeFocused();
    const left = (await orderOf(page, token, identifier)).lines.map(({ id }: { id: number }) => id);
    expect(left).not.toContain(first.id);
  });

  test("the lines of an order are complete at every width and on paper, and a right-to-left name does not reverse the text beside it (ORD-061)", async ({
    page,
  }) => {
    const token = await tokenOf(page, "acme-company.admin");
    const { identifier } = await firstOf(page, token, "status=2");
    const long = { ...LINE, text: "Valve ".repeat(20), discount_amount_value: "1000.00" };
    await withOrder(page, () => ({
      lines: [
        ...[1, 2].map((id) => ({ ...long, id, sku: `${"S".repeat(60)}${id}`, quantity: "10000" })),
        { ...LINE, id: 3, sku: "\u202Eevil", manufacturer_sku: "M-2" },
      ],
    }));
    await openSignedIn(page, "acme-company.admin", `/orders/${identifier}`);
    const region = page.getByRole("region", { name: "Lines" });
    const row = region.locator("tbody tr").first();
    await expect(row).toBeVisible();
    const mixed = page.getByRole("cell").filter({ hasText: "M-2" });
    const places = await mixed.evaluate((element) =>
      ["evil", "/", "M-2"].map((wanted) => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
          const at = node.textContent?.indexOf(wanted) ?? -1;
          if (at < 0) continue;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + wanted.length);
          return range.getBoundingClientRect().left;
        }
        return Number.NaN;
      }),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    const cells = row.getByRole("cell");
    const isWhole = () =>
      region.evaluate((frame) => {
        const { left, right } = frame.getBoundingClientRect();
        const shown = [...frame.querySelectorAll("tbody :is(td, td *)")].filter((part) =>
          part.checkVisibility(),
        );
        const boxes = shown.map((part) => part.getBoundingClientRect());
        return boxes.length > 0 && boxes.every((box) => box.left >= left && box.right <= right);
      });
    for (const width of [360, 390, 800, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(isWhole, `${width} px wide`).toBe(true);
      await expect(cells.nth(5)).toBeVisible();
      await expect(cells.last().getByRole("button")).toBeVisible();
    }
    await page.emulateMedia({ media: "print" });
    await expect(cells.nth(5)).toBeVisible();
    for (const gone of [page.getByRole("navigation", { name: "Main" }), page.getByRole("button")])
      await expect(gone.first()).toBeHidden();
  });
});
