import { person } from "@mcc/contract/testing/people.ts";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { onlineManager, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { click, control, eventually, texts } from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { lazyPage } from "./lazy-page.tsx";

/** An import that fails until there is a connection. */
const connection = () => {
  const state = { isThere: false, attempts: 0 };
  const load = async <T,>(part: T): Promise<T> => {
    state.attempts += 1;
    if (!state.isThere) throw new TypeError("Failed to fetch dynamically imported module");
    return part;
  };
  return { state, load };
};

const WithPart = ({ load }: { load: () => Promise<string> }) => {
  const part = useLazy(load, { early: true, needed: true });
  return <p>{part ?? "None yet"}</p>;
};

interface Load {
  readonly load: () => Promise<string>;
  readonly onFailure: (error: unknown) => void;
}

const WithReasons = (given: Load) => {
  const [early, setEarly] = useState(false);
  const [needed, setNeeded] = useState(false);
  useLazy(given.load, { early, needed, onFailure: given.onFailure });
  return (
    <>
      <button type="button" onClick={() => setNeeded(true)}>
        Open
      </button>
      <button type="button" onClick={() => setEarly(true)}>
        Move
      </button>
    </>
  );
};

const Sites = () => {
  const { data } = useQuery({ queryKey: ["sites"], queryFn: async () => "Yard 7" });
  return <h1>{data ?? "Sites"}</h1>;
};

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterEach(() => {
  onlineManager.setOnline(true);
  vi.restoreAllMocks();
});

const goOnline = (isOnline: boolean) => {
  onlineManager.setOnline(isOnline);
  dispatchEvent(new Event(isOnline ? "online" : "offline"));
};

test("a page that cannot be loaded without a connection says so, tries again when asked, and opens when the connection is back (WORK-017 partly)", async () => {
  const { state, load } = connection();
  goOnline(false);
  const Page = lazyPage("/sites", () => load(() => <h1>Sites</h1>));
  renderPage(Page as never, person(), () => undefined);
  await eventually(() => expect(texts("h1")).toEqual(["Page Not Loaded"]));
  const before = state.attempts;
  await click("Try again");
  await eventually(() => expect(state.attempts).toBe(before + 1));
  expect(control("Try again")).toBeDefined();
  state.isThere = true;
  goOnline(true);
  await eventually(() => expect(texts("h1")).toEqual(["Sites"]));
});

test("a loaded page whose data was not loaded says so, and shows it when the connection is back (WORK-017 partly)", async () => {
  goOnline(false);
  const Page = lazyPage("/sites", async () => Sites);
  renderPage(Page as never, person(), () => undefined);
  await eventually(() => expect(control("Try again")).toBeDefined());
  expect(texts("[role=status]").join()).toContain("There is no connection, and this was not loaded before.");
  expect(texts("h1")).toEqual(["Sites"]);
  goOnline(true);
  await eventually(() => expect(texts("h1")).toEqual(["Yard 7"]));
  expect(control("Try again")).toBeUndefined();
  // What is loaded stays as it is.
  goOnline(false);
  expect(texts("h1")).toEqual(["Yard 7"]);
  expect(control("Try again")).toBeUndefined();
});

test("a part of a page that could not be loaded without a connection is loaded when it is back", async () => {
  const { state, load } = connection();
  renderPage(
    () => <WithPart load={() => load("A chart")} />,
    person(),
    () => undefined,
  );
  await eventually(() => expect(state.attempts).toBe(1));
  expect(texts("p")).toEqual(["None yet"]);
  state.isThere = true;
  goOnline(true);
  await eventually(() => expect(texts("p")).toEqual(["A chart"]));
});

test("a part that cannot be loaded is reported once, also when the second reason comes while it is loading", async () => {
  const attempt = Promise.withResolvers<string>();
  const load = vi.fn(() => attempt.promise);
  const onFailure = vi.fn();
  renderPage(
    () => <WithReasons {...{ load, onFailure }} />,
    person(),
    () => undefined,
  );
  await eventually(() => expect(control("Open")).toBeDefined());
  await click("Open");
  await click("Move");
  expect(load).toHaveBeenCalledTimes(1);
  attempt.reject(new TypeError("Failed to fetch dynamically imported module"));
  await eventually(() => expect(onFailure).toHaveBeenCalledTimes(1));
});
