import { notificationsStore } from "@mantine/notifications";
import { beforeEach, expect, test, vi } from "vitest";
import { eventually } from "../../testing/page-events.ts";
import { CallError } from "../api/call-error.ts";
import { queryClient } from "../api/query-client.ts";
import { isRunning, runAction, saveRecord } from "./action.ts";

const key = ["delete-rule", 7] as const;
const action = { key, success: "Deleted", failure: "Not deleted", invalidate: async () => {} };
const toasts = () =>
  notificationsStore
    .getState()
    .notifications.map(({ title, message }) => (title ? [title, message] : message));

beforeEach(() => {
  queryClient.clear();
  notificationsStore.setState({ ...notificationsStore.getState(), notifications: [], queue: [] });
  vi.spyOn(console, "error").mockImplementation(() => {});
});

test("an action runs once, however often it is started, and reports its success", async () => {
  const send = vi.fn(async () => "done");
  const stored = vi.fn();
  const first = runAction({ ...action, send, onSuccess: stored });
  expect(isRunning(key)).toBe(true);
  expect(isRunning(["delete-rule", 8])).toBe(false);
  expect(await runAction({ ...action, send })).toBeUndefined();
  expect(await first).toEqual({ ok: true });
  expect(send).toHaveBeenCalledTimes(1);
  expect(stored).toHaveBeenCalledWith("done");
  expect(toasts()).toEqual(["Deleted"]);
  expect(isRunning(key)).toBe(false);
});

test("an action counts as running until what it changed is refetched", async () => {
  const { promise: refetch, resolve: refetched } = Promise.withResolvers<void>();
  const running = runAction({ ...action, send: async () => undefined, invalidate: () => refetch });
  await eventually(() => expect(toasts()).toEqual(["Deleted"]));
  expect(isRunning(key)).toBe(true);
  refetched();
  await running;
  expect(isRunning(key)).toBe(false);
});

test("a refused action shows the server's reason, refetches, and can be started again", async () => {
  const refused = new CallError({ kind: "refused", status: 409, detail: "Orders wait for it." });
  const invalidate = vi.fn(async () => {});
  const outcome = await runAction({ ...action, send: () => Promise.reject(refused), invalidate });
  expect(outcome).toMatchObject({ ok: false, error: refused });
  expect(toasts()).toEqual([["Not deleted", "Orders wait for it."]]);
  expect(invalidate).toHaveBeenCalledTimes(1);
  expect(isRunning(key)).toBe(false);
});

test("a network failure has no reason to show", async () => {
  const lost = new CallError({ kind: "network", status: 0 });
  await runAction({ ...action, send: () => Promise.reject(lost) });
  expect(toasts()).toEqual(["Not deleted"]);
});

test("a form that cannot be saved gets the error back, for its fields", async () => {
  const refused = new CallError({ kind: "refused", status: 400, fields: { name: ["Taken."] } });
  const onFailure = vi.fn();
  const invalidate = vi.fn(async () => {});
  const save = { ...action, send: () => Promise.reject(refused), onFailure, invalidate };
  await expect(saveRecord(save)).rejects.toBe(refused);
  expect(toasts()).toEqual(["Not deleted"]);
  expect(onFailure).toHaveBeenCalledTimes(1);
  expect(invalidate).not.toHaveBeenCalled();
});

test("a form that shows its own field errors gets a toast for every other failure", async () => {
  const save = { ...action, fieldErrorsOnly: true };
  const taken = new CallError({ kind: "refused", status: 400, fields: { name: ["Taken."] } });
  await expect(saveRecord({ ...save, send: () => Promise.reject(taken) })).rejects.toBe(taken);
  expect(toasts()).toEqual([]);
  const inUse = new CallError({ kind: "refused", status: 409, detail: "Orders wait for it." });
  await expect(saveRecord({ ...save, send: () => Promise.reject(inUse) })).rejects.toBe(inUse);
  expect(toasts()).toEqual([["Not deleted", "Orders wait for it."]]);
  notificationsStore.setState({ ...notificationsStore.getState(), notifications: [] });
  const broken = new CallError({ kind: "refused", status: 500 });
  await expect(saveRecord({ ...save, send: () => Promise.reject(broken) })).rejects.toBe(broken);
  expect(toasts()).toEqual(["Not deleted"]);
});
