import { companyWith, person } from "@mcc/contract/testing/people.ts";
import type { PagePath } from "../app/navigation.ts";
import { pageComponents } from "../app/page-components.ts";
import { clearToasts, setWidth } from "./page-events.ts";
import { renderPage, type TestServer } from "./render-page.tsx";

/** By path, and by method and path for what is not read. */
export type Answers = Readonly<Record<string, unknown>>;

const answering =
  (answers: Answers): TestServer =>
  ({ method, url: { pathname } }) => {
    const path = pathname.replace(/^\/api/, "");
    if (path.includes("/preferences/")) return { value: null };
    const answer = answers[method === "GET" ? path : `${method} ${path}`];
    return answer instanceof Response ? answer.clone() : answer;
  };

const admin = person({
  ...{ is_company_admin: true, is_approver: true, can_impersonate: true, can_view_order_tracking: true },
  company: companyWith(true, true, true),
});

/** Opens a page of the product by its path in a wide window, as a company admin unless another user is given. */
export const openPage = (path: PagePath, answers: Answers, { user = admin, at = path as string } = {}) => {
  setWidth(1440);
  clearToasts();
  return renderPage(pageComponents[path] as never, user, answering(answers), { route: path, at });
};
