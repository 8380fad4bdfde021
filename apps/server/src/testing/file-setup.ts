import { afterAll } from "vitest";
import { closeOpened } from "./close-after-file.ts";

// Evaluated for every test file, and outside of its hooks: an `afterAll` inside of `beforeAll` would not be called.
afterAll(closeOpened, 60_000);
