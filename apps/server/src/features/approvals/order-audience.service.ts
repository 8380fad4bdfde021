export type { OrderReader } from "./order-audience.queries.ts";
export { findReader, participants, readersByName } from "./order-audience.queries.ts";
