import { afterFile } from "./after-file.ts";
import { startMailServer } from "./mail-catcher.ts";

/** A real mail server for the tests of one file. */
export const openMailServer = async () => {
  const server = await startMailServer();
  afterFile(server.stop);
  return server;
};
