import type pg from "pg";
import { ask } from "./batch.ts";

export const BEGIN = { name: "begin", text: "begin" };
export const BEGIN_READING = { name: "begin-reading", text: "begin read only" };

/** Ends the transaction and gives the connection back; one that cannot end its transaction is thrown away. */
export const end = async (client: pg.PoolClient, how: "commit" | "rollback"): Promise<void> => {
  try {
    const { tag } = await ask(client, { name: how, text: how });
    if (how === "commit" && tag === "ROLLBACK") {
      throw new Error("A failed statement was passed over, and the transaction could not be committed.");
    }
    client.release();
  } catch (error) {
    client.release(error as Error);
    if (how === "commit") throw error;
  }
};
