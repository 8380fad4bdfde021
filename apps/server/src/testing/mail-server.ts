import { afterAll } from "vitest";
import { startMailServer } from "./mail-catcher.ts";

/** A real mail server for the tests of one file. */
export const openMailServer = async () => {
  const server = await startMailServer();
  afterAll(server.stop);
  return server;
};
