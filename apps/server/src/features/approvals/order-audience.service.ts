export { findReader, participants, readersByName } from "./order-audience.queries.ts";
