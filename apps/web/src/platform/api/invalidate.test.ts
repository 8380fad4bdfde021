import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { authState } from "../session/auth-state.ts";
import { invalidate } from "./invalidate.ts";
import { queryClient } from "./query-client.ts";

afterEach(() => queryClient.clear());

test("a list that is still being loaded when something changes is loaded again", async () => {
  authState.user.put({ id: 1, is_mcc_admin: false, company: { id: 1, features: {} } } as never);
  const answers: ((rows: string) => void)[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ["/orders/", {}],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  });
  const stop = observer.subscribe(() => {});
  const refetched = invalidate([{ path: "/orders/", allow: "company:member" }]);
  answers[0]?.("before the change");
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.("after the change");
  await refetched;
  expect(observer.getCurrentResult().data).toBe("after the change");
  stop();
});
