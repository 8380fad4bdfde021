import { orderList, orderSum } from "@mcc/contract/orders/orders.api.ts";
import { person } from "@mcc/contract/testing/people.ts";
import { expect, test } from "vitest";
import { eventually, find } from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { SumNote } from "./list-sum.tsx";

const shown = { capped: false };
const Page = () => (
  <main>
    <SumNote sum={orderSum} state={orderList.page.query.parse({ search: "pump" })} {...shown} />
  </main>
);

test.each([
  [false, {}, "Total $1,204.50"],
  [false, { sum_is_capped: true }, "Total at least $1,204.50"],
  [true, {}, "Total at least $1,204.50"],
])(
  "with a count that is capped: %o, a sum with %o is shown as %s (LIST-008)",
  async (capped, more, words) => {
    shown.capped = capped;
    renderPage(Page, person({}), () => ({ sum: "1204.50", ...more }));
    await eventually(() => expect(find("main")?.textContent).toBe(words));
  },
);
