import { expect, test } from "vitest";
import { api } from "../api.ts";
import { allowsCall, COMPANY_KEY_KIND_NAMES, keyCallOf, keyKindOf } from "./company-key-kinds.ts";

const endpoints = Object.values(api).flat();
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

test("every call of the table of keys is an endpoint, in one kind only, and what a kind writes has words (OPEN-001 partly)", () => {
  const listed = COMPANY_KEY_KIND_NAMES.flatMap((kind) => [
    ...keyKindOf(kind).reads,
    ...keyKindOf(kind).writes,
  ]);
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed.filter((name) => !endpoints.some((one) => nameOf(one) === name))).toEqual([]);
  for (const kind of COMPANY_KEY_KIND_NAMES) {
    const { reads, writes, write } = keyKindOf(kind);
    expect([kind, write !== undefined]).toEqual([kind, writes.length > 0]);
    expect(reads.filter((name) => !name.startsWith("GET "))).toEqual(
      kind === "budgets" ? ["POST /budgets/preview/"] : [],
    );
    expect(writes.filter((name) => name.startsWith("GET "))).toEqual([]);
  }
});

test("a scope allows the calls of its kind and no other, and reading no writing (OPEN-001 partly)", () => {
  for (const kind of COMPANY_KEY_KIND_NAMES) {
    const { reads, writes } = keyKindOf(kind);
    const allowed = (scope: string) =>
      endpoints.filter((one) => {
        const call = keyCallOf(one);
        return call !== undefined && allowsCall([scope], call);
      });
    expect(allowed(`${kind}:read`).map(nameOf).sort()).toEqual([...reads].sort());
    if (writes.length > 0)
      expect(allowed(`${kind}:write`).map(nameOf).sort()).toEqual([...reads, ...writes].sort());
  }
});
