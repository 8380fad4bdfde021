import { expect, test } from "vitest";
import { shopUsername } from "./shop-username.ts";

test("the shop username is the prefix, a hyphen and the capitalized words of the name (SITE-034)", () => {
  expect(shopUsername("acme", { name: "north  yard 7b", type: "yard" })).toBe("acme-NorthYard7b");
  expect(shopUsername("acme", { name: " Élan rig ", type: "Rig" })).toBe("acme-ÉlanRig");
});

test("the site type is put in front unless the name contains it, in capitals or not (SITE-035)", () => {
  expect(shopUsername("acme", { name: "Cotulla 93", type: "Drill rig" })).toBe("acme-DrillRigCotulla93");
  expect(shopUsername("acme", { name: "the DRILL RIG 93", type: "Drill rig" })).toBe("acme-TheDRILLRIG93");
});

test("a proposed username is never longer than the field takes", () => {
  expect(shopUsername("acme", { name: "x".repeat(255), type: "Rig" })).toHaveLength(255);
});
